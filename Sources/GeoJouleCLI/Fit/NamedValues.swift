import ArgumentParser

/// `a=1.5,b=2`: numbers by name, in their order.
struct NamedValues: ExpressibleByArgument {
  let values: [(name: String, value: Double)]

  init?(argument: String) {
    var values: [(name: String, value: Double)] = []
    for pair in argument.split(separator: ",", omittingEmptySubsequences: false) {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let name = Self.trimmed(parts[0]), let text = Self.trimmed(parts[1]),
        let value = Double(text), value.isFinite
      else { return nil }
      values.append((name, value))
    }
    self.values = values
  }

  static func trimmed(_ text: Substring) -> String? {
    let name = text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()
    return name.isEmpty ? nil : String(name)
  }
}

/// `x=2.5,z=z_error`: numbers or columns by name, in their order.
struct NamedWords: ExpressibleByArgument {
  let values: [(name: String, word: String)]

  init?(argument: String) {
    var values: [(name: String, word: String)] = []
    for pair in argument.split(separator: ",", omittingEmptySubsequences: false) {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let name = NamedValues.trimmed(parts[0]), let word = NamedValues.trimmed(parts[1])
      else { return nil }
      values.append((name, word))
    }
    self.values = values
  }
}

/// `a=0:10,b=:5`: ranges by name, open where an end is left out.
struct NamedRanges: ExpressibleByArgument {
  let values: [(name: String, value: ClosedRange<Double>)]

  init?(argument: String) {
    var values: [(name: String, value: ClosedRange<Double>)] = []
    for pair in argument.split(separator: ",", omittingEmptySubsequences: false) {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let name = NamedValues.trimmed(parts[0]) else { return nil }
      let ends = parts[1].split(separator: ":", omittingEmptySubsequences: false)
      guard ends.count == 2, let low = Self.end(ends[0], -.infinity), let high = Self.end(ends[1], .infinity),
        low < high
      else { return nil }
      values.append((name, low...high))
    }
    self.values = values
  }

  private static func end(_ text: Substring, _ open: Double) -> Double? {
    guard let text = NamedValues.trimmed(text) else { return open }
    return Double(text).flatMap { $0.isFinite ? $0 : nil }
  }
}

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
