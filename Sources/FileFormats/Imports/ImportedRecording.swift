public import DeviceModel

/// What a phone's own log says of its use: the gauge, the power of the whole phone, what was on, and where it was.
public struct ImportedRecording: Sendable {
  /// Mean power of the whole phone over a span.
  public struct PowerSpan: Sendable, Hashable {
    /// Seconds since 1970.
    public let start: Double
    /// After `start`.
    public let end: Double
    /// Positive: what the phone draws. Spans on a charger are left out.
    public let watts: Double

    public init(start: Double, end: Double, watts: Double) {
      self.start = start
      self.end = end
      self.watts = watts
    }
  }

  /// Something that was on, such as `gps` or `screen`.
  public struct StateSpan: Sendable, Hashable {
    public let state: String
    /// Seconds since 1970.
    public let start: Double
    /// After `start`.
    public let end: Double

    public init(state: String, start: Double, end: Double) {
      self.state = state
      self.start = start
      self.end = end
    }
  }

  /// A figure of the whole log, such as the mean time to first fix.
  public struct Fact: Sendable, Hashable {
    public let name: String
    public let value: Double
    /// Empty for a plain number.
    public let unit: String
    /// The profile's key that it is about; `nil` where it is none.
    public let key: String?

    public init(name: String, value: Double, unit: String = "", key: String? = nil) {
      self.name = name
      self.value = value
      self.unit = unit
      self.key = key
    }
  }

  /// The power of a part of the phone, by a meter of its own.
  public struct Rail: Sendable, Hashable {
    public let name: String
    /// What the rail feeds, such as `GPS`; empty where the file does not say it.
    public let part: String
    /// In order of time, without overlap.
    public let spans: [PowerSpan]

    public init(name: String, part: String, spans: [PowerSpan]) {
      self.name = name
      self.part = part
      self.spans = spans
    }

    /// Whether it is the sum of other rails.
    public var isSum: Bool { part == ImportedRecording.sumOfRails }

    /// In seconds.
    public var seconds: Double { spans.reduce(0) { $0 + $1.end - $1.start } }

    /// In joules.
    public var energy: Double { spans.reduce(0) { $0 + ($1.end - $1.start) * $1.watts } }

    /// In watts.
    public var meanPower: Double { seconds > 0 ? energy / seconds : 0 }
  }

  /// A figure that was measured in several runs.
  public struct Series: Sendable, Hashable {
    public let name: String
    /// What ran.
    public let benchmark: String
    public let unit: String
    /// By run, at least one.
    public let runs: [Double]
    /// The profile's key that it is about; `nil` where it is none.
    public let key: String?

    public init(name: String, benchmark: String, unit: String, runs: [Double], key: String? = nil) {
      self.name = name
      self.benchmark = benchmark
      self.unit = unit
      self.runs = runs
      self.key = key
    }

    public var minimum: Double { runs.min() ?? 0 }
    public var maximum: Double { runs.max() ?? 0 }

    public var median: Double {
      let sorted = runs.sorted()
      guard !sorted.isEmpty else { return 0 }
      return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
    }

    /// Between runs; `nil` for one.
    public var deviation: Double? {
      guard runs.count > 1 else { return nil }
      let mean = runs.reduce(0, +) / Double(runs.count)
      return (runs.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(runs.count - 1)).squareRoot()
    }
  }

  public let file: String
  /// SHA-256 of the file.
  public let digest: String
  /// What the file is, such as `Android battery history`.
  public let format: String
  /// `nil` where the file does not say it.
  public var system: PhoneSystem?
  /// Levels in percent, in order of time.
  public var readings: [BatteryLevels.Reading] = []
  /// In order of time, without overlap.
  public var power: [PowerSpan] = []
  /// In order of their beginnings; different states may overlap.
  public var states: [StateSpan] = []
  /// In order of time.
  public var fixes: [MeasuredFix] = []
  public var facts: [Fact] = []
  /// Parts of the phone with meters of their own.
  public var rails: [Rail] = []
  /// Figures of benchmarks.
  public var series: [Series] = []
  /// Times on a charger, in order.
  public var charging: [ClosedRange<Double>] = []
  public var skipped: [SkippedRows] = []
  /// What a reader of the result should know.
  public var notes: [String] = []

  init(file: String, digest: String, format: String) {
    self.file = file
    self.digest = digest
    self.format = format
  }

  /// From the first to the last thing that has a time; `nil` where nothing has.
  public var span: ClosedRange<Double>? {
    let starts = [
      readings.first?.time, power.first?.start, states.first?.start, fixes.first?.unixSeconds,
      rails.compactMap(\.spans.first?.start).min(),
    ]
    let ends = [
      readings.last?.time, power.last?.end, states.map(\.end).max(), fixes.last?.unixSeconds,
      rails.compactMap(\.spans.last?.end).max(),
    ]
    guard let first = starts.compactMap(\.self).min(), let last = ends.compactMap(\.self).max(), first <= last else {
      return nil
    }
    return first...last
  }

  /// Of a state, in seconds; spans of one state that overlap count once.
  public func seconds(of state: String, within range: ClosedRange<Double>? = nil) -> Double {
    var (sum, end) = (0.0, -Double.infinity)
    for span in states where span.state == state {
      let start = max(span.start, end, range?.lowerBound ?? span.start)
      let last = min(span.end, range?.upperBound ?? span.end)
      if last > start { sum += last - start }
      end = max(end, last)
    }
    return sum
  }

  /// Names of states, the one with the longest time first.
  public var stateNames: [String] {
    let times = Dictionary(grouping: states, by: \.state).mapValues { spans in
      spans.reduce(0) { $0 + $1.end - $1.start }
    }
    return times.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
  }

  /// The time over which the power is known, in seconds.
  public var poweredSeconds: Double { power.reduce(0) { $0 + $1.end - $1.start } }

  /// Mean power over all spans, in watts; `nil` without any.
  public var meanPower: Double? {
    let time = poweredSeconds
    return time > 0 ? power.reduce(0) { $0 + ($1.end - $1.start) * $1.watts } / time : nil
  }

  /// Mean power of all rails together, in watts; `nil` without any. Sums of others are left out.
  public var railPower: Double? {
    let parts = rails.filter { !$0.isSum }
    return parts.isEmpty ? nil : parts.reduce(0) { $0 + $1.meanPower }
  }

  /// The part of a rail that is the sum of others.
  static let sumOfRails = "sum"
}
