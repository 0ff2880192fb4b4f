import Core
import FileFormats
package import Strategies

/// An SDK's configuration that was read, which says another strategy in its own keys.
package struct SDKAnswer: Sendable {
  /// Whose keys they are, as its maker writes it.
  package var name: String { sdk.name }
  private let sdk: SDKConfiguration
  private let options: SDKOptions
  /// The strategy that it is.
  let base: StrategySpecification

  init(_ options: SDKOptions, base: StrategySpecification) {
    (sdk, self.options, self.base) = (options.sdk, options, base)
  }

  /// The keys to change, such as `accuracy: Location.Accuracy.High, distanceInterval: 37`; `nil` where no values of them give
  /// this strategy.
  ///
  /// What is returned has been read back, and is this strategy.
  package func keys(for strategy: StrategySpecification) -> String? {
    let all = sdk.answers.compactMap { answer -> (isChanged: Bool, text: String)? in
      guard let value = Self.value(answer.setting, of: strategy) else { return nil }
      let lines = answer.texts(value).map { "\(answer.key): \($0)" }
      let text = lines.first { line in read([line]).flatMap { Self.value(answer.setting, of: $0) } == value }
      return text.map { (value != Self.value(answer.setting, of: base), $0) }
    }
    // A key may bring other values of keys that are not given; what changes nothing is left out again.
    for lines in [all.filter(\.isChanged), all].map({ $0.map(\.text) }) where gives(strategy, lines) {
      let least = lines.indices.reversed().reduce(lines) { kept, index in
        let fewer = kept.filter { $0 != lines[index] }
        return gives(strategy, fewer) ? fewer : kept
      }
      return least.joined(separator: ", ")
    }
    return nil
  }

  /// Whether the configuration with these keys changed is this strategy.
  private func gives(_ strategy: StrategySpecification, _ lines: [String]) -> Bool {
    guard !lines.isEmpty, let read = read(lines) else { return false }
    return read.kind == strategy.kind && read.parameters == strategy.parameters && read.composite == strategy.composite
      && read.upload == strategy.upload
  }

  /// The strategy of the configuration with these keys changed.
  private func read(_ lines: [String]) -> StrategySpecification? {
    guard let changes = try? ObjectLiteral.read("{\(lines.joined(separator: ", "))}", file: options.object.file)
    else { return nil }
    return try? SDKOptions(
      options.object.replacing(changes), of: sdk, system: options.system, isForOne: options.isForOne
    ).strategy(EntryName("answer"))
  }

  private static func value(_ setting: String, of strategy: StrategySpecification) -> StrategyValue? {
    switch setting {
    case "batch_count": strategy.upload.map { .distance(Double($0.batchCount)) }
    case "wifi_only": strategy.upload.map { .flag($0.onWiFiOnly) }
    default: strategy.setting(setting)
    }
  }
}

extension SDKConfiguration {
  /// A setting of strategies, and the key that says it.
  struct Answer: Sendable {
    let setting: String
    let key: String
    /// How the key may say a value: the first that is read back as the value does.
    let texts: @Sendable (StrategyValue) -> [String]

    /// A number in units of the key.
    init(_ setting: String, _ key: String, per unit: Double, _ write: @escaping @Sendable (String) -> String = { $0 }) {
      (self.setting, self.key) = (setting, key)
      texts = { value in
        switch value {
        case .distance(let number), .time(let number):
          number.isFinite ? [write(DecimalText.exact((number / unit * 1e9).rounded() / 1e9))] : []
        default: []
        }
      }
    }

    /// A word of the key, or a flag.
    init(_ setting: String, _ key: String, _ words: [String] = ["true", "false"]) {
      (self.setting, self.key) = (setting, key)
      texts = { _ in words }
    }
  }

  /// `CLActivityType` in the words of strategy files and of the SDKs, in the order of its numbers.
  static let activities: [(own: String, theirs: String)] = [
    ("other", "Other"), ("automotive_navigation", "AutomotiveNavigation"), ("fitness", "Fitness"),
    ("other_navigation", "OtherNavigation"), ("airborne", "Airborne"),
  ]
}
