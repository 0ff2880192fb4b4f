import RealModule

/// One parameter that a search may change.
///
/// A value is a number: itself for `continuous` and `whole`, the place in the list for `choice`, and infinity for no limit.
/// A coordinate is where a value lies between the axis's ends, from 0 to 1; steps and designs are made in coordinates.
package struct SearchAxis: Sendable, Hashable {
  package enum Form: Sendable, Hashable {
    /// Any number of the range; the search rounds values to about three digits, and results to what people write.
    case continuous(ClosedRange<Double>, isLogarithmic: Bool)
    /// A whole number of the range.
    case whole(ClosedRange<Int>, isLogarithmic: Bool)
    /// One of so many. Beside an ordered one lie its neighbours in the list, beside another all others.
    case choice(count: Int, isOrdered: Bool)
  }

  /// Beyond which end of the range "no limit" lies.
  package enum End: Sendable, Hashable { case low, high }

  package let name: String
  package let form: Form
  /// `nil` when there has to be a limit. Choices have none.
  package let unlimited: End?
  /// Of the values; empty for plain numbers and choices. Long times are whole minutes.
  package let unit: String

  /// The name in words, without its unit.
  package var words: String { SweepLabel.words(of: name, unit) }

  /// The share of the coordinates that stands for no limit.
  static let unlimitedShare = 0.125

  /// - Precondition: a range that is not empty, above 0 where it is logarithmic; at least one choice.
  package init(_ name: String, _ form: Form, unlimited: End? = nil, unit: String = "") {
    switch form {
    case .continuous(let range, let isLogarithmic):
      precondition(range.upperBound > range.lowerBound && (!isLogarithmic || range.lowerBound > 0), "a range")
    case .whole(let range, let isLogarithmic):
      precondition(range.count > 1 && (!isLogarithmic || range.lowerBound > 0), "a range")
    case .choice(let count, _): precondition(count > 0 && unlimited == nil, "a choice without a limit")
    }
    self.name = name
    self.form = form
    self.unlimited = unlimited
    self.unit = unit
  }

  /// How many values there are; `nil` for a continuous axis.
  var count: Int? {
    switch form {
    case .continuous: nil
    case .whole(let range, _): range.count + (unlimited == nil ? 0 : 1)
    case .choice(let count, _): count
    }
  }

  /// Every value; empty for a continuous axis.
  var all: [Double] {
    switch form {
    case .continuous: []
    case .whole(let range, _): range.map(Double.init) + (unlimited == nil ? [] : [.infinity])
    case .choice(let count, _): (0..<count).map(Double.init)
    }
  }

  /// Whether values are numbers, along which a search can step.
  var isNumeric: Bool { if case .choice = form { false } else { true } }

  // MARK: Coordinates

  /// The value at a coordinate; one outside 0 to 1 counts as the end.
  package func value(at coordinate: Double) -> Double {
    var share = min(max(coordinate, 0), 1)
    switch unlimited {
    case .low?:
      if share < Self.unlimitedShare { return .infinity }
      share = (share - Self.unlimitedShare) / (1 - Self.unlimitedShare)
    case .high?:
      if share > 1 - Self.unlimitedShare { return .infinity }
      share /= 1 - Self.unlimitedShare
    case nil: break
    }
    switch form {
    case .choice(let count, _): return Double(min(count - 1, Int(share * Double(count))))
    case .whole(let range, let isLogarithmic):
      let (low, high) = (Double(range.lowerBound), Double(range.upperBound))
      return Self.between(low, high, share, isLogarithmic).rounded()
    case .continuous(let range, let isLogarithmic):
      let value = Self.between(range.lowerBound, range.upperBound, share, isLogarithmic)
      return min(max(rounded(value, range, isLogarithmic), range.lowerBound), range.upperBound)
    }
  }

  /// Where a value lies; the middle of its share for a choice.
  package func coordinate(of value: Double) -> Double {
    let share: Double
    switch form {
    case .choice(let count, _): return (value + 0.5) / Double(count)
    case .whole(let range, let isLogarithmic):
      share = Self.share(of: value, Double(range.lowerBound), Double(range.upperBound), isLogarithmic)
    case .continuous(let range, let isLogarithmic):
      share = Self.share(of: value, range.lowerBound, range.upperBound, isLogarithmic)
    }
    switch unlimited {
    case .low?: return value.isFinite ? Self.unlimitedShare + share * (1 - Self.unlimitedShare) : 0
    case .high?: return value.isFinite ? share * (1 - Self.unlimitedShare) : 1
    case nil: return share
    }
  }

  /// The value nearest to one that was not found by the axis itself, such as that of a file.
  package func nearest(to value: Double) -> Double {
    if !value.isFinite, unlimited != nil { return .infinity }
    switch form {
    case .choice(let count, _): return min(max(value.rounded(), 0), Double(count - 1))
    case .whole(let range, _):
      return min(max(value.rounded(), Double(range.lowerBound)), Double(range.upperBound))
    case .continuous(let range, _): return min(max(value, range.lowerBound), range.upperBound)
    }
  }

  /// The values beside one in a list, and the whole numbers beside one; empty for other numbers.
  func besides(_ value: Double) -> [Double] {
    switch form {
    case .choice(let count, let isOrdered):
      (0..<count).map(Double.init).filter { $0 != value && (!isOrdered || abs($0 - value) == 1) }
    case .whole(let range, _):
      [value - 1, value + 1].filter { $0 >= Double(range.lowerBound) && $0 <= Double(range.upperBound) }
    case .continuous: []
    }
  }

  // MARK: Scales

  private static func between(_ low: Double, _ high: Double, _ share: Double, _ isLogarithmic: Bool) -> Double {
    guard isLogarithmic else { return low + share * (high - low) }
    let ratio = high / low
    guard !ratio.isFinite else { return low * Double.pow(ratio, share) }
    // Ends further apart than the largest number.
    return Double.exp((1 - share) * Double.log(low) + share * Double.log(high))
  }

  private static func share(of value: Double, _ low: Double, _ high: Double, _ isLogarithmic: Bool) -> Double {
    guard value.isFinite else { return 0 }
    let share =
      !isLogarithmic
      ? (value - low) / (high - low)
      : (high / low).isFinite
        ? Double.log(value / low) / Double.log(high / low)
        : (Double.log(value) - Double.log(low)) / (Double.log(high) - Double.log(low))
    return min(max(share, 0), 1)
  }

  /// To three digits on a logarithmic scale, to a hundredth of the range or finer on a linear one.
  private func rounded(_ value: Double, _ range: ClosedRange<Double>, _ isLogarithmic: Bool) -> Double {
    let span = range.upperBound - range.lowerBound
    let size = isLogarithmic ? min(value, span) : span
    // No power of ten reaches the smallest and the largest numbers.
    guard size > 1e-290, size < 1e290 else { return value }
    let digits = 2 - Int(Double.log10(size).rounded(.down))
    // Powers of ten up to 10^22 are exact, and so is the last digit after the division.
    let power = Double.pow(10, Double(abs(digits))).rounded()
    return digits >= 0 ? (value * power).rounded() / power : (value / power).rounded() * power
  }

  // MARK: Words

  /// Times from here on are whole minutes.
  private static let longTime = 1200.0

  /// What people write in place of a value, `rule` says in which direction: 65, 125, 29 min.
  ///
  /// A multiple of 1, 2 or 5 times a power of ten: two digits on a logarithmic scale, and the nearest half of one below
  /// 20, 200, ...; on a linear scale, and between ends that are close, a hundredth of the range or less.
  func readable(_ value: Double, _ rule: FloatingPointRoundingRule = .toNearestOrAwayFromZero) -> Double {
    guard case .continuous(let range, let isLogarithmic) = form, value.isFinite else { return value }
    return min(max(rounded(value, range, isLogarithmic, rule), range.lowerBound), range.upperBound)
  }

  private func rounded(
    _ value: Double, _ range: ClosedRange<Double>, _ isLogarithmic: Bool, _ rule: FloatingPointRoundingRule
  ) -> Double {
    let isWide = isLogarithmic && range.upperBound / 2 > range.lowerBound
    let size = isWide ? value : range.upperBound - range.lowerBound
    // No power of ten reaches the smallest and the largest numbers.
    guard size > 1e-290, size < 1e290 else { return value }
    let unit = self.unit == "s" && size >= Self.longTime ? 60.0 : 1
    let exponent = Int(Double.log10(size / unit).rounded(.down))
    // Powers of ten up to 10^22 are exact, and so is the last digit after the division.
    let lead = size / unit / Double.pow(10, Double(exponent))
    let step = isWide ? (lead < 2 ? 0.5 : 1) : lead < 2 ? 0.1 : lead < 5 ? 0.2 : 0.5
    let digits = (step < 1 ? 2 : 1) - exponent
    let count = step < 1 ? (step * 10).rounded() : 1
    let power = Double.pow(10, Double(abs(digits))).rounded()
    let multiple = ((digits >= 0 ? value / unit * power : value / unit / power) / count).rounded(rule) * count
    return (digits >= 0 ? multiple / power : multiple * power) * unit
  }
}
