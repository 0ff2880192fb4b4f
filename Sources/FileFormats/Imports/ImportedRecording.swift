import Core
package import DeviceModel

/// What a phone's own log says of its use: the gauge, the power of the whole phone, what was on, and where it was.
package struct ImportedRecording: Sendable {
  /// Mean power of the whole phone over a span.
  package struct PowerSpan: Sendable, Hashable {
    /// Seconds since 1970.
    package let start: Double
    /// After `start`.
    package let end: Double
    /// Positive: what the phone draws. Spans on a charger are left out.
    package let watts: Double
    package var meter = Meter.gauge
  }

  /// What measured the power of the whole phone: its own gauge, or a monitor at its supply.
  package enum Meter: String, Sendable {
    case gauge, monitor

    /// - Parameter word: of a table's row; the gauge's without one.
    init(word: String?, file: String, line: Int) throws(InputError) {
      guard let meter = Self(rawValue: word ?? "gauge") else {
        throw InputError(
          file: file, line: line, column: 1, message: "the meter '\(XMLElement.shown(word ?? ""))' is not known",
          remedy: "write gauge for the phone's own, or monitor")
      }
      self = meter
    }
  }

  /// Something that was on, such as `gps` or `screen`.
  package struct StateSpan: Sendable, Hashable {
    package let state: String
    /// Seconds since 1970.
    package let start: Double
    /// After `start`.
    package let end: Double

    package init(state: String, start: Double, end: Double) {
      (self.state, self.start, self.end) = (state, start, end)
    }
  }

  /// A figure of the whole log, such as the mean time to first fix.
  package struct Fact: Sendable, Hashable {
    package let name: String
    package let value: Double
    /// Empty for a plain number.
    package var unit = ""
    /// The profile's key that it is about; `nil` where it is none.
    package var key: String?
  }

  /// The power of a part of the phone, by a meter of its own.
  package struct Rail: Sendable, Hashable {
    package let name: String
    /// What the rail feeds, such as `GPS`; empty where the file does not say it.
    package let part: String
    /// In order of time, without overlap.
    package let spans: [PowerSpan]

    package var isSum: Bool { part == ImportedRecording.sumOfRails }

    package var seconds: Double { spans.seconds }
    /// In joules.
    package var energy: Double { spans.energy }
    /// In watts.
    package var meanPower: Double { spans.meanPower ?? 0 }
  }

  /// A figure that was measured in several runs.
  package struct Series: Sendable, Hashable {
    package let name: String
    /// What ran.
    package let benchmark: String
    package let unit: String
    /// By run, at least one.
    package let runs: [Double]
    /// The profile's key that it is about; `nil` where it is none.
    package var key: String?

    package var minimum: Double { runs.min() ?? 0 }
    package var maximum: Double { runs.max() ?? 0 }

    package var median: Double {
      let sorted = runs.sorted()
      guard !sorted.isEmpty else { return 0 }
      return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
    }

    /// Between runs; `nil` for one.
    package var deviation: Double? {
      guard runs.count > 1 else { return nil }
      let mean = runs.reduce(0, +) / Double(runs.count)
      return (runs.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(runs.count - 1)).squareRoot()
    }
  }

  package let file: String
  /// SHA-256 of the file.
  package var digest: String
  /// What the file is, such as `Android battery history`.
  package var format: String
  /// `nil` where the file does not say it.
  package var system: PhoneSystem?
  /// Levels in percent, in order of time.
  package var readings: [BatteryLevels.Reading] = []
  /// In order of time, without overlap.
  package var power: [PowerSpan] = []
  /// In order of their beginnings; different states may overlap.
  package var states: [StateSpan] = []
  /// In order of time.
  package var fixes: [MeasuredFix] = []
  package var facts: [Fact] = []
  package var rails: [Rail] = []
  package var series: [Series] = []
  /// Times on a charger, in order.
  package var charging: [ClosedRange<Double>] = []
  package var skipped: [SkippedRows] = []
  package var notes: [String] = []

  /// - Parameter note: of how its text was read.
  init(_ bytes: [UInt8], file: String, format: String, system: PhoneSystem? = nil, note: String? = nil) {
    (self.file, digest, self.format, self.system) = (file, SHA256.hexadecimal(of: bytes), format, system)
    notes = [note].compactMap(\.self)
  }

  /// Adds a level that differs from the one before, or is the last.
  mutating func add(level: Double?, at time: Double, line: Int, isLast: Bool) {
    guard let level, readings.last?.percent != level || isLast else { return }
    readings.append(BatteryLevels.Reading(time: time, percent: level, line: line))
  }

  /// From the first to the last thing that has a time; `nil` where nothing has.
  package var span: ClosedRange<Double>? {
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

  /// The gauge's step in percent.
  package var levelStep: Double { BatteryLevels.step(of: readings.map(\.percent)) }

  /// Readings off the charger, a list for each time in which the level does not rise by more than half a point, as a gauge does that
  /// corrects itself.
  package var discharges: [[BatteryLevels.Reading]] {
    let charging = charging.sorted { $0.lowerBound < $1.lowerBound }
    var (lists, next) = ([[BatteryLevels.Reading]](), 0)
    for reading in readings {
      if let last = lists.last?.last {
        while next < charging.count, charging[next].upperBound <= last.time { next += 1 }
        let isOnCharger = next < charging.count && charging[next].lowerBound < reading.time
        if !isOnCharger, reading.percent <= last.percent + 0.5 {
          lists[lists.count - 1].append(reading)
          continue
        }
      }
      lists.append([reading])
    }
    return lists
  }

  /// The discharge that lasts longest; empty where none has two readings.
  package var longestDischarge: [BatteryLevels.Reading] {
    func length(_ list: [BatteryLevels.Reading]) -> Double { list[list.count - 1].time - list[0].time }
    return discharges.filter { $0.count >= 2 }.max { length($0) < length($1) } ?? []
  }

  /// Of a state, in seconds; spans of one state that overlap count once.
  package func seconds(of state: String) -> Double {
    Self.seconds(states.filter { $0.state == state }, within: -Double.infinity ... .infinity)
  }

  /// The part of a range that spans of one state cover, in seconds; what overlaps counts once.
  package static func seconds(_ spans: some Sequence<StateSpan>, within range: ClosedRange<Double>) -> Double {
    var (sum, end) = (0.0, -Double.infinity)
    for span in spans {
      let start = max(span.start, end, range.lowerBound)
      let last = min(span.end, range.upperBound)
      if last > start { sum += last - start }
      end = max(end, last)
    }
    return sum
  }

  /// Names of states, the one with the longest time first.
  package var stateNames: [String] {
    let times = Dictionary(grouping: states, by: \.state).mapValues { spans in
      spans.reduce(0) { $0 + $1.end - $1.start }
    }
    return times.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
  }

  package var poweredSeconds: Double { power.seconds }

  /// Mean power over all spans, in watts; `nil` without any.
  package var meanPower: Double? { power.meanPower }

  /// Mean power of all rails together, in watts; `nil` without any. Sums of others are left out.
  package var railPower: Double? {
    let parts = rails.filter { !$0.isSum }
    return parts.isEmpty ? nil : parts.reduce(0) { $0 + $1.meanPower }
  }

  /// A name as it stands in headings of tables and as a word of states.
  package static func word(_ text: String) -> String {
    String(text.prefix(80).map { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) ? $0 : "_" })
  }

  /// The part of a rail that is the sum of others.
  static let sumOfRails = "sum"
}

extension [ImportedRecording.PowerSpan] {
  package var seconds: Double { reduce(0) { $0 + $1.end - $1.start } }

  /// In joules.
  package var energy: Double { reduce(0) { $0 + ($1.end - $1.start) * $1.watts } }

  /// In watts; `nil` for no time.
  package var meanPower: Double? { seconds > 0 ? energy / seconds : nil }

  /// The monitor's where all of them are.
  package var meter: ImportedRecording.Meter { allSatisfy { $0.meter == .monitor } ? .monitor : .gauge }
}
