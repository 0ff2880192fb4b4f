import Analysis
import DeviceModel
import Foundation
import Strategies

/// A number, a word or a flag that a sweep varies.
struct SweepAxis: Sendable, Hashable {
  /// What is varied.
  enum Subject: Sendable, Hashable {
    case parameter(String)
    /// A key of the strategies' upload policy.
    case upload(String)
    case device(String)
    case network(String)
  }

  /// Numbers are in SI units, and infinite for no limit.
  typealias Value = SweepLabel.Value

  enum Values: Sendable, Hashable {
    case list([Value])
    /// Both ends included.
    case range(from: Double, to: Double, isLogarithmic: Bool, isWhole: Bool)
  }

  let subject: Subject
  /// What the column in the results is called, and what its numbers are in; empty for plain numbers and words.
  let name: String
  let unit: String
  let values: Values
  /// How many values a grid takes.
  let count: Int
  /// Whether a search tries no limit as well as the range.
  var orNone = false

  var column: String { name + SweepLabel.ending(unit) }

  func value(at place: Int) -> Value {
    switch values {
    case .list(let list): list[place]
    case .range: value(atShare: count > 1 ? Double(place) / Double(count - 1) : 0, isGrid: true)
    }
  }

  /// The value at a coordinate of a design, from 0 to below 1.
  func value(atShare share: Double) -> Value { value(atShare: share, isGrid: false) }

  private func value(atShare share: Double, isGrid: Bool) -> Value {
    switch values {
    case .list(let list): return list[min(list.count - 1, Int(share * Double(list.count)))]
    case .range(let from, let to, let isLogarithmic, let isWhole):
      // The ends of a grid are the ends as they were written.
      if isGrid, share == 0 { return .number(from) }
      if isGrid, share == 1 { return .number(to) }
      if isWhole, !isGrid { return .number(min(to, (from + share * (to - from + 1)).rounded(.down))) }
      let value =
        isLogarithmic
        ? from * pow(to / from, share) : from + share * (to - from)
      let inside = min(max(value, from), to)
      return .number(isWhole ? inside.rounded() : inside)
    }
  }

  func label(_ value: Value) -> SweepLabel {
    SweepLabel(column, unit: unit, value == .number(.infinity) ? .none : value)
  }

  /// Sets a strategy's parameter; other subjects leave it as it is.
  func apply(_ value: Value, to strategy: inout StrategySpecification) {
    switch subject {
    case .parameter(let key):
      let form = strategy.searched.first { $0.key == key }?.form
      switch (form, value) {
      case (.distance, .number(let number)): strategy.parameters[key] = .distance(number)
      case (.time, .number(let number)): strategy.parameters[key] = .time(number)
      case (.choice, .text(let text)): strategy.parameters[key] = .choice(text)
      case (.flag, .flag(let flag)): strategy.parameters[key] = .flag(flag)
      default: break
      }
    case .upload(let key):
      var policy = strategy.upload ?? UploadPolicy()
      switch (key, value) {
      case ("batch_count", .number(let number)): policy.batchCount = number.isFinite ? Int(number) : .max
      case ("batch_interval", .number(let number)): policy.batchInterval = number.isFinite ? number : nil
      case ("size_per_fix", .number(let number)): policy.bytesPerFix = Int64(number.rounded())
      case ("wifi_only", .flag(let flag)): policy.onWiFiOnly = flag
      default: break
      }
      strategy.upload = policy
    case .device, .network: break
    }
  }

  func apply(_ value: Value, to device: inout DeviceProfile) {
    if case (.device(let key), .number(let number)) = (subject, value) { Self.set(&device.values[key], number) }
  }

  func apply(_ value: Value, to network: inout NetworkProfile) {
    if case (.network(let key), .number(let number)) = (subject, value) { Self.set(&network.values[key], number) }
  }

  /// A swept value is what the plan says for every seed; what is drawn otherwise keeps its randomness.
  private static func set(_ value: inout ProfileValue?, _ number: Double) {
    guard let old = value else { return }
    value = ProfileValue(
      mean: number, deviation: 0, range: min(old.range.lowerBound, number)...max(old.range.upperBound, number),
      distribution: .fixed, trust: old.trust, source: old.source)
  }
}
