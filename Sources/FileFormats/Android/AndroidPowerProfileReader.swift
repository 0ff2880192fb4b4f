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
    let parser = AndroidPowerProfileParser()
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
  let wanted: Set = ["item", "array", "sleep", "idle", "receive", "transmit"]
  private(set) var items: [String: AndroidPowerProfile.Item] = [:]
  private(set) var replaced: [AndroidPowerProfile.Replaced] = []
  private(set) var unreadable: [AndroidPowerProfile.Unreadable] = []
  /// The radio access of a `<modem>` that is open.
  private var access = ""

  func begin(_ path: [XMLElement]) throws(InputError) {
    guard let element = path.last else { return }
    let isOfModem = isInModem(path.dropLast())
    if element.name == "active", isOfModem {
      access = [element.attributes["rat"] ?? "DEFAULT", element.attributes["nrFrequency"] ?? ""].filter { !$0.isEmpty }
        .joined(separator: "_")
    }
    guard !isOfModem, element.name == "item" || element.name == "array" else { return }
    guard let name = element.attributes["name"], !name.isEmpty else {
      throw element.place.error("<\(element.name)> has no name", remedy: "give it name=\"...\"")
    }
    if let open = path.dropLast().first(where: { wanted.contains($0.name) })?.attributes["name"] {
      throw element.place.error(
        "<\(element.name) name=\"\(XMLElement.shown(name))\"> stands inside \(XMLElement.shown(open))",
        remedy: "close '\(XMLElement.shown(open))' before it; the values of an <array> are <value> elements")
    }
  }

  func end(_ element: XMLElement, in path: [XMLElement]) {
    if isInModem(path[...]) {
      guard ["sleep", "idle", "receive", "transmit"].contains(element.name) else { return }
      let name = ["sleep", "idle"].contains(element.name) ? element.name : "\(access).\(element.name)"
      guard let value = number(element, of: "modem.\(name)") else { return }
      items["modem.\(name)", default: .init(values: [], line: element.line)].values.append(value)
    } else if element.name == "item" || element.name == "array", let name = element.attributes["name"] {
      var item = AndroidPowerProfile.Item(values: [], line: element.line)
      for part in element.name == "item" ? [element] : element.children.filter({ $0.name == "value" }) {
        guard let value = number(part, of: name) else { return }
        item.values.append(value)
      }
      // Android takes the later of two of one name.
      if let old = items.updateValue(item, forKey: name) {
        replaced.append(AndroidPowerProfile.Replaced(name: name, item: old))
      }
    }
  }

  private func isInModem(_ path: ArraySlice<XMLElement>) -> Bool { path.contains { $0.name == "modem" } }

  /// `nil` for what is no number of 0 or more, which is noted.
  private func number(_ element: XMLElement, of name: String) -> Double? {
    let words = element.text.split(whereSeparator: \.isWhitespace)
    // Swift would read hexadecimal numbers too.
    let isDecimal = words.count == 1 && words[0].allSatisfy { $0.isASCII && ($0.isNumber || ".eE+-".contains($0)) }
    if isDecimal, let value = Double(words[0]), value.isFinite, value >= 0 { return value }
    unreadable.append(
      .init(name: XMLElement.shown(name), line: element.line, value: XMLElement.shown(words.joined(separator: " "))))
    return nil
  }
}
