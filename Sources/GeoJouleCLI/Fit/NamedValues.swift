import ArgumentParser

/// `a=1.5,b=2`: numbers by name, in their order.
struct NamedValues: ExpressibleByArgument {
  let values: [(name: String, value: Double)]

  init?(argument: String) {
    guard let values = named(argument, { text in trimmed(text).flatMap(finite) }) else { return nil }
    self.values = values
  }
}

/// `x=2.5,z=z_error`: numbers or columns by name, in their order.
struct NamedWords: ExpressibleByArgument {
  let values: [(name: String, value: String)]

  init?(argument: String) {
    guard let values = named(argument, trimmed) else { return nil }
    self.values = values
  }
}

/// `a=0:10,b=:5`: ranges by name, open where an end is left out.
struct NamedRanges: ExpressibleByArgument {
  let values: [(name: String, value: ClosedRange<Double>)]

  init?(argument: String) {
    let values = named(argument) { text -> ClosedRange<Double>? in
      let ends = text.split(separator: ":", omittingEmptySubsequences: false).map(trimmed)
      guard ends.count == 2, let low = ends[0].map(finite) ?? -.infinity, let high = ends[1].map(finite) ?? .infinity
      else { return nil }
      return low < high ? low...high : nil
    }
    guard let values else { return nil }
    self.values = values
  }
}

/// Pairs `NAME=VALUE` with commas between; `nil` where one is none.
private func named<Value>(_ argument: String, _ value: (Substring) -> Value?) -> [(name: String, value: Value)]? {
  let pairs = argument.split(separator: ",", omittingEmptySubsequences: false)
  let found = pairs.compactMap { pair -> (name: String, value: Value)? in
    let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let name = trimmed(parts[0]), let value = value(parts[1]) else { return nil }
    return (name, value)
  }
  return found.count == pairs.count ? found : nil
}

private func trimmed(_ text: Substring) -> String? {
  let name = text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()
  return name.isEmpty ? nil : String(name)
}

private func finite(_ text: String) -> Double? { Double(text).flatMap { $0.isFinite ? $0 : nil } }

/// `KEY=PARAMETER`: a fitted parameter's place in a profile.
struct KeyAssignment: ExpressibleByArgument {
  let key: String
  let parameter: String

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1)
    guard parts.count == 2 else { return nil }
    (key, parameter) = (String(parts[0]), String(parts[1]))
  }
}
