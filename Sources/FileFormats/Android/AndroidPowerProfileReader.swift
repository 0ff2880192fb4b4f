package import DeviceModel

/// Reads an Android `power_profile.xml`.
package enum AndroidPowerProfileReader {
  /// - Throws: `InputError` when the file cannot be read, is not such a file, or has a value that is no number.
  package static func profile(path: String) throws(InputError) -> AndroidPowerProfile {
    try profile(bytes: try TextFile.bytes(path), file: path)
  }

  /// - Parameter file: the file's name for messages.
  /// - Throws: `InputError` when this is not such a file, or has a value that is no number.
  package static func profile(bytes: [UInt8], file: String) throws(InputError) -> AndroidPowerProfile {
    let parser = AndroidPowerProfileParser(file: file)
    try XMLReader(
      root: "device", kind: "power profile", remedy: "give a power_profile.xml, whose outermost element is <device>"
    ).read(bytes, file: file, into: parser)
    guard !parser.items.isEmpty else {
      throw InputError(
        file: file, message: "the file has no items",
        remedy: "give a power_profile.xml with <item name=\"gps.on\">...</item> and the like")
    }
    return AndroidPowerProfile(file: file, items: parser.items, replaced: parser.replaced)
  }
}

/// Collects items and arrays, element by element.
private final class AndroidPowerProfileParser: XMLConsumer {
  private(set) var items: [String: AndroidPowerProfile.Item] = [:]
  private(set) var replaced: [AndroidPowerProfile.Replaced] = []
  private let file: String
  private var open: (name: String, item: AndroidPowerProfile.Item, isArray: Bool)?

  init(file: String) { self.file = file }

  func begin(_ path: [XMLElement], _ attributes: XMLAttributes) throws(InputError) -> Bool {
    guard let element = path.last else { return false }
    guard element.name == "item" || element.name == "array" else { return element.name == "value" }
    guard let name = attributes["name"], !name.isEmpty else {
      throw element.error(in: file, "<\(element.name)> has no name", remedy: "give it name=\"...\"")
    }
    if let open {
      throw element.error(
        in: file,
        "<\(element.name) name=\"\(XMLElement.shown(name))\"> stands inside \(XMLElement.shown(open.name))",
        remedy: "close '\(XMLElement.shown(open.name))' before it; the values of an <array> are <value> elements")
    }
    open = (name, AndroidPowerProfile.Item(values: [], line: element.line), element.name == "array")
    return element.name == "item"
  }

  func end(_ path: [XMLElement]) throws(InputError) {
    guard let element = path.last, let open else { return }
    switch element.name {
    case "value":
      guard open.isArray else { return }
      let value = try number(element)
      self.open?.item.values.append(value)
    case "item":
      let value = try number(element)
      self.open?.item.values = [value]
      keep()
    case "array": keep()
    default: break
    }
  }

  /// Keeps what was read; Android takes the later of two of one name.
  private func keep() {
    guard let (name, item, _) = open else { return }
    if let old = items.updateValue(item, forKey: name) {
      replaced.append(AndroidPowerProfile.Replaced(name: name, item: old))
    }
    open = nil
  }

  private func number(_ element: XMLElement) throws(InputError) -> Double {
    let words = (element.text ?? "").split(whereSeparator: \.isWhitespace)
    // Swift would read hexadecimal numbers too.
    let isDecimal = words.count == 1 && words[0].allSatisfy { $0.isASCII && ($0.isNumber || ".eE+-".contains($0)) }
    guard isDecimal, let value = Double(words[0]), value.isFinite, value >= 0 else {
      throw element.error(
        in: file,
        "\(open.map { XMLElement.shown($0.name) } ?? "value"): '\(XMLElement.shown(words.joined(separator: " ")))' "
          + "is not a number of 0 or more",
        remedy: "write a decimal number such as 76.23")
    }
    return value
  }
}
