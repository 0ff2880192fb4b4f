import Core
import FileFormats
package import Strategies

/// An SDK's configuration that was read, which says another strategy in its own keys.
package struct SDKAnswer: Sendable {
  /// Whose keys they are, as its maker writes it.
  package var name: String { sdk.name }
  private let sdk: SDKConfiguration
  private let options: SDKOptions
  private let base: StrategySpecification

  init(_ options: SDKOptions, base: StrategySpecification) {
    (sdk, self.options, self.base) = (options.sdk, options, base)
  }

  /// The keys to change, such as `accuracy: Location.Accuracy.High, distanceInterval: 37`; `nil` where no values of them give
  /// this strategy.
  ///
  /// What is returned has been read back, and is this strategy.
  package func keys(for strategy: StrategySpecification) -> String? {
    let all = sdk.answers.compactMap { answer -> (isChanged: Bool, text: String)? in
      guard let value = Self.value(answer.setting, of: strategy), let text = answer.text(value) else { return nil }
      return (value != Self.value(answer.setting, of: base), "\(answer.key): \(text)")
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
    guard !lines.isEmpty,
      let changes = try? ObjectLiteral.read("{\(lines.joined(separator: ", "))}", file: options.object.file),
      let read = try? sdk.read(
        options.object.replacing(changes), name: EntryName("answer"), system: options.system,
        isForOne: options.isForOne)
    else { return false }
    return read.kind == strategy.kind && read.parameters == strategy.parameters && read.composite == strategy.composite
      && read.upload == strategy.upload
  }

  private static func value(_ setting: String, of strategy: StrategySpecification) -> StrategyValue? {
    setting == "batch_count" ? strategy.upload.map { .distance(Double($0.batchCount)) } : strategy.setting(setting)
  }
}

extension SDKConfiguration {
  /// A setting of strategies, and the key that says it.
  struct Answer: Sendable {
    let setting: String
    let key: String
    /// `nil` for a value that the key does not have.
    let text: @Sendable (StrategyValue) -> String?

    /// A number in units of the key.
    init(_ setting: String, _ key: String, per unit: Double) {
      (self.setting, self.key) = (setting, key)
      text = { value in
        switch value {
        case .distance(let number), .time(let number):
          number.isFinite ? DecimalText.exact((number / unit * 1e9).rounded() / 1e9) : nil
        default: nil
        }
      }
    }

    /// A word of those that strategies have, or a flag.
    init(_ setting: String, _ key: String, _ words: [String: String] = [:]) {
      (self.setting, self.key) = (setting, key)
      text = { value in
        switch value {
        case .choice(let word): words[word]
        case .flag(let isOn): "\(isOn)"
        default: nil
        }
      }
    }

    init(_ setting: String, _ key: String, _ text: @escaping @Sendable (StrategyValue) -> String?) {
      (self.setting, self.key, self.text) = (setting, key, text)
    }
  }

  /// Words for Apple's constants, from coarse to fine.
  static func accuracies(_ words: [String?]) -> [String: String] {
    let names = [
      "three_kilometers", "kilometer", "hundred_meters", "nearest_ten_meters", "best", "best_for_navigation",
    ]
    return Dictionary(uniqueKeysWithValues: zip(names, words).compactMap { name, word in word.map { (name, $0) } })
  }

  /// `CLActivityType` in the words of strategy files and of the SDKs, in the order of its numbers.
  static let activities: [(own: String, theirs: String)] = [
    ("other", "Other"), ("automotive_navigation", "AutomotiveNavigation"), ("fitness", "Fitness"),
    ("other_navigation", "OtherNavigation"), ("airborne", "Airborne"),
  ]

  static func activities(_ type: String) -> [String: String] {
    Dictionary(
      uniqueKeysWithValues: activities.map { own, theirs in
        (own, type + (type.hasPrefix("Location") ? theirs : theirs.prefix(1).lowercased() + theirs.dropFirst()))
      })
  }
}
