import CExpat

/// The one way by which XML is read, on libexpat.
///
/// Read are UTF-8, UTF-16, ISO-8859-1, ISO-8859-15 and windows-1252, as the file declares. Entities are never expanded:
/// they are defined in a document type declaration, and a file with one is refused. Tracks may name a declaration that
/// stands elsewhere, as old recorders do; it is never loaded.
struct XMLReader {
  /// Deeper files are refused.
  static let nestingLimit = 100

  /// The name of the outermost element.
  let root: String
  /// What the file should be, such as `GPX file`.
  let kind: String
  /// What to give instead of a file of another kind.
  let remedy: String
  /// Whether the file may name a document type declaration that stands elsewhere and defines nothing itself.
  var allowsDoctype = false

  /// - Parameter encoding: what the bytes are, whatever the file declares; `nil` believes the file.
  /// - Throws: `InputError` for an empty file, another kind of file, a document type declaration, broken XML with its
  ///   place, and what `consumer` throws.
  func read(
    _ bytes: [UInt8], file: String, encoding: String? = nil, into consumer: any XMLConsumer
  ) throws(InputError) {
    guard bytes.contains(where: { $0 > 32 }) else {
      throw InputError(file: file, message: "the file is empty", remedy: remedy)
    }
    guard bytes.count <= Int32.max, let parser = XML_ParserCreate(encoding) else {
      throw InputError(file: file, message: "the file is too large for memory", remedy: "split it")
    }
    defer { XML_ParserFree(parser) }
    let work = XMLWork(self, parser: parser, bytes: bytes, file: file, consumer: consumer)
    XML_SetUserData(parser, Unmanaged.passUnretained(work).toOpaque())
    XML_SetElementHandler(
      parser, { XMLWork.of($0)?.begin($1, $2) }, { data, _ in XMLWork.of(data)?.end() })
    XML_SetCharacterDataHandler(parser, { XMLWork.of($0)?.add($1, Int($2)) })
    XML_SetStartDoctypeDeclHandler(
      parser,
      { data, _, system, _, subset in
        XMLWork.of(data)?.checkDoctype(system.map(String.init(cString:)) ?? "", definesMore: subset != 0)
      })
    XML_SetXmlDeclHandler(
      parser, { data, _, encoding, _ in XMLWork.of(data)?.encoding = encoding.map(String.init(cString:)) })
    let status = withExtendedLifetime(work) {
      bytes.withUnsafeBytes { XML_Parse(parser, $0.baseAddress, Int32($0.count), 1) }
    }
    if let failure = work.failure { throw failure }
    if status == XML_STATUS_OK { return }
    if encoding == nil, XML_GetErrorCode(parser) == XML_ERROR_UNKNOWN_ENCODING,
      let text = TextEncoding.utf8(bytes, declared: work.encoding ?? "")
    {
      return try read(text, file: file, encoding: "UTF-8", into: consumer)
    }
    throw work.syntaxError()
  }
}

/// A file that is being read; the parser's callbacks lead here.
private final class XMLWork {
  let reader: XMLReader
  let parser: XML_Parser
  let bytes: [UInt8]
  let file: String
  let consumer: any XMLConsumer
  var encoding: String?
  private(set) var failure: InputError?
  private var path: [XMLElement] = []
  private var sawRoot = false

  init(_ reader: XMLReader, parser: XML_Parser, bytes: [UInt8], file: String, consumer: any XMLConsumer) {
    (self.reader, self.parser, self.bytes, self.file, self.consumer) = (reader, parser, bytes, file, consumer)
  }

  /// `nil` after a failure: the parser may still call a few times.
  static func of(_ data: UnsafeMutableRawPointer?) -> XMLWork? {
    guard let data else { return nil }
    let work = Unmanaged<XMLWork>.fromOpaque(data).takeUnretainedValue()
    return work.failure == nil ? work : nil
  }

  private var line: Int { Int(XML_GetCurrentLineNumber(parser)) }
  private var column: Int { Int(XML_GetCurrentColumnNumber(parser)) + 1 }

  func begin(_ qualified: UnsafePointer<CChar>?, _ pairs: UnsafeMutablePointer<UnsafePointer<CChar>?>?) {
    guard let qualified else { return }
    do throws(InputError) {
      let full = String(cString: qualified)
      let colon = full.utf8.lastIndex(of: UInt8(ascii: ":"))
      let name = colon.map { String(full[full.utf8.index(after: $0)...]) } ?? full
      let element = XMLElement(name: name, line: line, column: column)
      if !sawRoot, name != reader.root {
        throw element.error(
          in: file, "this is not a \(reader.kind): its outermost element is <\(XMLElement.shown(name))>",
          remedy: reader.remedy)
      }
      sawRoot = true
      guard path.count < XMLReader.nestingLimit else {
        throw element.error(
          in: file, "elements are nested more than \(XMLReader.nestingLimit) deep",
          remedy: "give a \(reader.kind), which never nests so deep")
      }
      path.append(element)
      if try consumer.begin(path, XMLAttributes(pairs: pairs)) { path[path.count - 1].text = "" }
    } catch { stop(error) }
  }

  func add(_ text: UnsafePointer<CChar>?, _ count: Int) {
    guard let text, let last = path.indices.last, path[last].text != nil else { return }
    text.withMemoryRebound(to: UInt8.self, capacity: count) {
      path[last].text? += String(decoding: UnsafeBufferPointer(start: $0, count: count), as: UTF8.self)
    }
  }

  func end() {
    do throws(InputError) {
      try consumer.end(path)
      path.removeLast()
    } catch { stop(error) }
  }

  /// Refuses what could define entities; a declaration on the web or beside the file is not looked at.
  func checkDoctype(_ system: String, definesMore: Bool) {
    let isElsewhere =
      ["http://", "https://"].contains { system.lowercased().hasPrefix($0) }
      || system.allSatisfy { $0 != ":" && $0 != "/" }
    if reader.allowsDoctype, !definesMore, isElsewhere { return }
    // The parser calls at the end of the declaration's first part.
    let index = min(bytes.count, max(0, Int(XML_GetCurrentByteIndex(parser))))
    let start = bytes[..<index].lastIndex(of: UInt8(ascii: "<")) ?? index
    stop(
      LinePlaces(bytes, file: file).error(
        at: start,
        "the file has a document type declaration, which could define entities; entities are not expanded",
        remedy: "remove the <!DOCTYPE ...> part; a \(reader.kind) needs none"))
  }

  private func stop(_ error: InputError) {
    failure = error
    XML_StopParser(parser, 0)
  }

  /// Why and where the parser could not go on.
  func syntaxError() -> InputError {
    func error(_ message: String, _ remedy: String) -> InputError {
      InputError(file: file, line: line, column: column, message: message, remedy: remedy)
    }
    let code = XML_GetErrorCode(parser)
    let index = min(bytes.count, max(0, Int(XML_GetCurrentByteIndex(parser))))
    if code == XML_ERROR_UNKNOWN_ENCODING || code == XML_ERROR_INCORRECT_ENCODING {
      return error(
        "the encoding '\(XMLElement.shown(encoding ?? "unknown"))' cannot be read", "save the file as UTF-8")
    }
    if (encoding ?? "utf-8").lowercased() == "utf-8", !bytes.contains(0), Self.isBroken(bytes[index...]) {
      return error(
        "a byte here is not UTF-8 text",
        "save the file as UTF-8, or name its encoding in the first line: "
          + "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>")
    }
    if !sawRoot, !bytes[..<min(bytes.count, index + 1)].contains(UInt8(ascii: "<")) {
      return error("this is not an XML file", reader.remedy)
    }
    let missing = path.last.map { "; <\(XMLElement.shown($0.name))> is not closed" } ?? ""
    let reason = XML_ErrorString(code).map { ": " + String(cString: $0) } ?? ""
    return error(
      "this is not well-formed XML\(reason)\(missing)", "mend the file here or just above, or export it again")
  }

  /// Whether bytes do not begin with a Unicode scalar in UTF-8.
  private static func isBroken(_ bytes: ArraySlice<UInt8>) -> Bool {
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    return decoder.decode(&iterator) == .error
  }
}

/// An open element of an XML file.
struct XMLElement {
  /// Without its prefix.
  let name: String
  /// Of its `<`, counted from 1.
  let line: Int
  /// Of its `<`, in Unicode scalars counted from 1.
  let column: Int
  /// What stands directly in it, so far; `nil` where nobody asked for it.
  var text: String?

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
struct XMLAttributes {
  /// Names and values in turn, ended by `nil`.
  let pairs: UnsafeMutablePointer<UnsafePointer<CChar>?>?

  /// The value of an attribute whose name has no prefix.
  subscript(name: String) -> String? {
    guard var pair = pairs else { return nil }
    while let key = pair[0], let value = pair[1] {
      if String(cString: key) == name { return String(cString: value) }
      pair += 2
    }
    return nil
  }
}

/// Follows an XML file element by element. What it throws ends the reading.
protocol XMLConsumer: AnyObject {
  /// - Parameter path: the open elements, outermost first; the last is the one that begins.
  /// - Returns: whether its text is wanted.
  func begin(_ path: [XMLElement], _ attributes: XMLAttributes) throws(InputError) -> Bool

  /// - Parameter path: the open elements; the last is the one that ends, with its text.
  func end(_ path: [XMLElement]) throws(InputError)
}
