/// An open element of an XML file.
package struct XMLElement {
  /// Without its prefix.
  package let name: String
  /// Of its `<`, counted from 1.
  package let line: Int
  /// Of its `<`, in Unicode scalars counted from 1.
  package let column: Int
  /// What stands directly in it, so far; `nil` where nobody asked for it.
  package internal(set) var text: String?

  func error(in file: String, _ message: String, remedy: String) -> InputError {
    InputError(file: file, line: line, column: column, message: message, remedy: remedy)
  }

  /// Text of the file for a message: one short line.
  static func shown(_ text: String) -> String {
    let line = String(text.prefix(40)).replacing("\n", with: " ").replacing("\r", with: " ")
    return text.count > 40 ? line + "..." : line
  }
}

/// The attributes of the element that begins. Not to be kept: the parser uses the memory again.
package struct XMLAttributes {
  /// Names and values in turn, ended by `nil`.
  let pairs: UnsafeMutablePointer<UnsafePointer<CChar>?>?

  /// The value of an attribute whose name has no prefix.
  package subscript(name: String) -> String? {
    guard var pair = pairs else { return nil }
    while let key = pair[0], let value = pair[1] {
      if String(cString: key) == name { return String(cString: value) }
      pair += 2
    }
    return nil
  }
}

/// Follows an XML file element by element. What it throws ends the reading.
package protocol XMLConsumer: AnyObject {
  /// - Parameter path: the open elements, outermost first; the last is the one that begins.
  /// - Returns: whether its text is wanted.
  func begin(_ path: [XMLElement], _ attributes: XMLAttributes) throws(InputError) -> Bool

  /// - Parameter path: the open elements; the last is the one that ends, with its text.
  func end(_ path: [XMLElement]) throws(InputError)
}
