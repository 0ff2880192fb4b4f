package import DeviceModel

/// Reads an Android `power_profile.xml`.
///
/// The `<modem>` of Android 13 and later becomes items: `modem.sleep`, `modem.idle`, and of each radio access `modem.LTE.receive` and
/// `modem.LTE.transmit`, an array by level.
package enum AndroidPowerProfileReader {
  package static func profile(path: String) throws(InputError) -> AndroidPowerProfile {
    try profile(bytes: try TextFile.bytes(path), file: path)
  }

  package static func profile(bytes: [UInt8], file: String) throws(InputError) -> AndroidPowerProfile {
    let parser = AndroidPowerProfileParser(file: file)
    try XMLReader(
      root: "device", kind: "power profile", remedy: "give a power_profile.xml, whose outermost element is <device>"
    ).read(bytes, file: file, into: parser)
    guard !parser.items.isEmpty else {
      throw InputError(
        file: file, line: parser.unreadable.first?.line,
        message: "the file has no items" + (parser.unreadable.isEmpty ? "" : " of numbers of 0 or more"),
        remedy: "give a power_profile.xml with <item name=\"gps.on\">30</item> and the like")
    }
    return AndroidPowerProfile(
      file: file, items: parser.items, replaced: parser.replaced, unreadable: parser.unreadable)
  }
}

/// Collects items and arrays, element by element.
private final class AndroidPowerProfileParser: XMLConsumer {
  private(set) var items: [String: AndroidPowerProfile.Item] = [:]
  private(set) var replaced: [AndroidPowerProfile.Replaced] = []
  private(set) var unreadable: [AndroidPowerProfile.Unreadable] = []
  private let file: String
  /// The radio access of a `<modem>` that is open.
  private var access = ""
  private var open: (name: String, item: AndroidPowerProfile.Item, isArray: Bool, isUsable: Bool)?

  init(file: String) { self.file = file }

  func begin(_ path: [XMLElement], _ attributes: XMLAttributes) throws(InputError) -> Bool {
    guard let element = path.last else { return false }
    if isOfModem(path) {
      if element.name == "active" {
        access = [attributes["rat"] ?? "DEFAULT", attributes["nrFrequency"] ?? ""].filter { !$0.isEmpty }.joined(
          separator: "_")
      }
      return ["sleep", "idle", "receive", "transmit"].contains(element.name)
    }
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
    open = (name, AndroidPowerProfile.Item(values: [], line: element.line), element.name == "array", true)
    return element.name == "item"
  }

  func end(_ path: [XMLElement]) throws(InputError) {
    guard let element = path.last else { return }
    if isOfModem(path), element.text != nil {
      let name = ["sleep", "idle"].contains(element.name) ? element.name : "\(access).\(element.name)"
      guard let value = number(element, of: "modem.\(name)") else { return }
      items["modem.\(name)", default: .init(values: [], line: element.line)].values.append(value)
    }
    guard let open else { return }
    switch element.name {
    case "value":
      guard open.isArray, self.open?.isUsable == true else { return }
      let value = number(element, of: open.name)
      self.open?.isUsable = value != nil
      self.open?.item.values.append(value ?? 0)
    case "item":
      let value = number(element, of: open.name)
      self.open?.isUsable = value != nil
      self.open?.item.values = [value ?? 0]
      keep()
    case "array": keep()
    default: break
    }
  }

  private func isOfModem(_ path: [XMLElement]) -> Bool { path.dropLast().contains { $0.name == "modem" } }

  /// Keeps what was read; Android takes the later of two of one name.
  private func keep() {
    guard let (name, item, _, isUsable) = open else { return }
    open = nil
    guard isUsable else { return }
    if let old = items.updateValue(item, forKey: name) {
      replaced.append(AndroidPowerProfile.Replaced(name: name, item: old))
    }
  }

  /// `nil` for what is no number of 0 or more, which is noted.
  private func number(_ element: XMLElement, of name: String) -> Double? {
    let words = (element.text ?? "").split(whereSeparator: \.isWhitespace)
    // Swift would read hexadecimal numbers too.
    let isDecimal = words.count == 1 && words[0].allSatisfy { $0.isASCII && ($0.isNumber || ".eE+-".contains($0)) }
    if isDecimal, let value = Double(words[0]), value.isFinite, value >= 0 { return value }
    unreadable.append(
      .init(name: XMLElement.shown(name), line: element.line, value: XMLElement.shown(words.joined(separator: " "))))
    return nil
  }
}
