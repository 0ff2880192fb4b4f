import Quantities

/// The numbers of one run by key path, read with their types.
struct ParameterValues: Sendable {
  let values: [String: Double]

  func has(section: String) -> Bool {
    let prefix = section + "."
    return values.keys.contains { $0.hasPrefix(prefix) }
  }

  func optional(_ key: String) -> Double? { values[key] }

  func number(_ key: String) throws(ProfileFault) -> Double {
    guard let value = values[key] else {
      throw ProfileFault(key: key, message: "the key is missing", remedy: "add \(key)")
    }
    return value
  }

  func power(_ key: String) throws(ProfileFault) -> Power { .watts(try number(key)) }
  func energy(_ key: String) throws(ProfileFault) -> Energy { .joules(try number(key)) }
  func time(_ key: String) throws(ProfileFault) -> TimeSpan { .seconds(try number(key)) }
  func rate(_ key: String) throws(ProfileFault) -> DataRate { .bitsPerSecond(try number(key)) }
  func size(_ key: String) throws(ProfileFault) -> DataSize { .bytes(try number(key)) }
  func distance(_ key: String) throws(ProfileFault) -> Distance { .metres(try number(key)) }
}
