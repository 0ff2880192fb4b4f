import Core
import FileFormats
package import Strategies

/// An SDK's configuration that was read, which says another strategy in its own keys.
package struct SDKAnswer: Sendable {
  /// Whose keys they are, as its maker writes it.
  package var name: String { options.sdk.name }
  let options: SDKOptions
  package let base: StrategySpecification

  /// The keys to change, such as `accuracy: Location.Accuracy.High, distanceInterval: 37`; `nil` where no values of them give
  /// this strategy. What is returned has been read back.
  package func keys(for strategy: StrategySpecification) -> String? {
    func gives(_ lines: [String]) -> Bool {
      guard !lines.isEmpty, let read = read(lines) else { return false }
      return read.kind == strategy.kind && Self.given(read) == Self.given(strategy)
        && read.composite == strategy.composite && read.upload == strategy.upload
    }
    let lines = lines(for: strategy)
    guard gives(lines) else { return nil }
    // A key may bring other values of keys that are not given; what changes nothing is left out again.
    let least = lines.reversed().reduce(lines) { kept, line in
      let fewer = kept.filter { $0 != line }
      return gives(fewer) ? fewer : kept
    }
    return least.joined(separator: ", ")
  }

  /// The strategy of the configuration whose keys say what they can of this one.
  func nearest(to strategy: StrategySpecification) -> StrategySpecification? {
    guard var nearest = read(lines(for: strategy)) else { return nil }
    (nearest.name, nearest.note) = (base.name, base.note)
    return nearest
  }

  /// A key with its value for each setting; of several words the one that is read back as the setting.
  private func lines(for strategy: StrategySpecification) -> [String] {
    options.sdk.answers.compactMap { answer in
      guard let value = Self.value(answer.setting, of: strategy) else { return nil }
      if let number = value.number {
        // No distance is one of 0.
        let text = DecimalText.exact(number.isFinite ? (number / answer.unit * 1e9).rounded() / 1e9 : 0)
        return "\(answer.key): \(answer.write(text))"
      }
      return answer.words.map { "\(answer.key): \($0)" }.first { line in
        read([line]).flatMap { Self.value(answer.setting, of: $0) } == value
      }
    }
  }

  /// The parameters that are not as the kind has them.
  private static func given(_ strategy: StrategySpecification) -> [String: StrategyValue] {
    let known = StrategyRegistry.kind(named: strategy.kind)?.parameters ?? []
    return strategy.parameters.filter { key, value in !known.contains { $0.key == key && $0.standard == value } }
  }

  /// The strategy of the configuration with these keys changed.
  private func read(_ lines: [String]) -> StrategySpecification? {
    let text = "{\(lines.joined(separator: ", "))}"
    guard let changes = try? ObjectLiteral.all(in: text, file: options.object.place.file)[0].object.get() else {
      return nil
    }
    return try? SDKOptions(options.object.replacing(changes), of: options.sdk, system: options.system, use: options.use)
      .strategy(EntryName("answer"))
  }

  private static func value(_ setting: String, of strategy: StrategySpecification) -> StrategyValue? {
    switch setting {
    case "batch_count": strategy.upload.map { .distance(Double($0.batchCount)) }
    case "wifi_only": strategy.upload.map { .flag($0.onWiFiOnly) }
    default: strategy.parameters[setting] ?? strategy.setting(setting)
    }
  }
}

extension SDKConfiguration {
  /// A setting of strategies, and the key that says it.
  struct Answer: Sendable {
    let setting: String
    let key: String
    /// Values of a key without numbers.
    let words: [String]
    /// What a key's number is in, and how it stands in code.
    let unit: Double
    let write: @Sendable (String) -> String

    init(
      _ setting: String, _ key: String, _ words: [String] = ["true", "false"], per unit: Double = 1,
      write: @escaping @Sendable (String) -> String = { $0 }
    ) {
      (self.setting, self.key, self.words, self.unit, self.write) = (setting, key, words, unit, write)
    }
  }
}
