public import DeviceModel
import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Reads an Android `power_profile.xml`.
public enum AndroidPowerProfileReader {
  /// - Throws: `InputError` when the file cannot be read, is not such a file, or has a value that is no number.
  public static func profile(path: String) throws(InputError) -> AndroidPowerProfile {
    try profile(bytes: try TextFile.bytes(path), file: path)
  }

  /// - Parameter file: the file's name for messages.
  /// - Throws: `InputError` when this is not such a file, or has a value that is no number.
  public static func profile(bytes: [UInt8], file: String) throws(InputError) -> AndroidPowerProfile {
    let parser = AndroidPowerProfileParser(file: file)
    try parser.parse(bytes)
    guard !parser.items.isEmpty else {
      throw InputError(
        file: file, message: "the file has no items",
        remedy: "give a power_profile.xml with <item name=\"gps.on\">...</item> and the like")
    }
    return AndroidPowerProfile(file: file, items: parser.items, replaced: parser.replaced)
  }
}

/// Collects items and arrays, element by element.
private final class AndroidPowerProfileParser: NSObject, XMLParserDelegate {
  private(set) var items: [String: AndroidPowerProfile.Item] = [:]
  private(set) var replaced: [AndroidPowerProfile.Replaced] = []
  private var failure: InputError?
  private let file: String
  private var depth = 0
  private var open: (name: String, item: AndroidPowerProfile.Item, isArray: Bool)?
  private var text = ""

  init(file: String) { self.file = file }

  func parse(_ bytes: [UInt8]) throws(InputError) {
    let parser = XMLParser(data: Data(bytes))
    parser.delegate = self
    parser.shouldResolveExternalEntities = false
    let succeeded = parser.parse()
    if let failure { throw failure }
    // The parser can report success although it met an error.
    if !succeeded || parser.parserError != nil || depth != 0 {
      throw InputError(
        file: file, line: max(1, parser.lineNumber), column: max(1, parser.columnNumber),
        message: "this is not well-formed XML", remedy: "mend the file here or just above, or copy it again")
    }
  }

  func parser(
    _ parser: XMLParser, didStartElement element: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    guard failure == nil else { return }
    depth += 1
    if depth == 1, element != "device" {
      fail(
        parser, "this is not a power profile: its outermost element is <\(element.prefix(40))>",
        "give a power_profile.xml, whose outermost element is <device>")
    }
    text = ""
    guard element == "item" || element == "array" else { return }
    guard let name = attributes["name"], !name.isEmpty else {
      fail(parser, "<\(element)> has no name", "give it name=\"...\"")
      return
    }
    if let open {
      fail(
        parser, "<\(element) name=\"\(name.prefix(40))\"> stands inside \(open.name.prefix(40))",
        "close '\(open.name.prefix(40))' before it; the values of an <array> are <value> elements")
      return
    }
    open = (name, AndroidPowerProfile.Item(values: [], line: parser.lineNumber), element == "array")
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

  func parser(
    _ parser: XMLParser, didEndElement element: String, namespaceURI: String?, qualifiedName: String?
  ) {
    guard failure == nil else { return }
    depth -= 1
    switch element {
    case "value":
      if open?.isArray == true, let value = number(parser) { open?.item.values.append(value) }
    case "item":
      if let name = open?.name, let value = number(parser) {
        open?.item.values = [value]
        keep(name)
      }
      open = nil
    case "array":
      if let open { keep(open.name) }
      open = nil
    default: break
    }
    text = ""
  }

  /// Keeps what was read; Android takes the later of two of one name.
  private func keep(_ name: String) {
    guard let item = open?.item else { return }
    if let old = items.updateValue(item, forKey: name) {
      replaced.append(AndroidPowerProfile.Replaced(name: name, item: old))
    }
  }

  private func number(_ parser: XMLParser) -> Double? {
    let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
    // Swift would read hexadecimal numbers too.
    let isDecimal = trimmed.allSatisfy { $0.isASCII && ($0.isNumber || ".eE+-".contains($0)) }
    guard isDecimal, let value = Double(trimmed), value.isFinite, value >= 0 else {
      fail(
        parser, "\(open?.name ?? "value"): '\(trimmed.prefix(40))' is not a number of 0 or more",
        "write a decimal number such as 76.23")
      return nil
    }
    return value
  }

  private func fail(_ parser: XMLParser, _ message: String, _ remedy: String) {
    guard failure == nil else { return }
    failure = InputError(
      file: file, line: parser.lineNumber, column: max(1, parser.columnNumber), message: message, remedy: remedy)
    parser.abortParsing()
  }
}
