import Core
import DeviceModel
package import FileFormats
import LocationServices
import Strategies

/// The configuration of a location SDK or app, as developers have it in their code, that is read as a strategy. Each has a file
/// here, and its place in `all`.
/// docs/strategy-format.md says what each key becomes; docs/sources.md has the documentation each meaning comes from.
package struct SDKConfiguration: Sendable {
  /// Keys by where they change the strategy: on both systems, on Android alone, on iOS alone, and nowhere. Of these, and of the
  /// last on Android, `once` are the keys of a call for one position.
  struct Keys: Sendable {
    let both, android, ios, once, others: [String]

    /// Each has its keys one after another.
    init(both: String, android: String = "", ios: String = "", once: String = "", others: String) {
      func words(_ text: String) -> [String] { text.split(whereSeparator: \.isWhitespace).map(String.init) }
      (self.both, self.android, self.ios) = (words(both), words(android), words(ios))
      (self.once, self.others) = (words(once), words(others))
    }

    var all: [String] { both + android + ios + others }
  }

  /// As its maker writes it.
  let name: String
  /// What stands in no other SDK's configurations.
  let marks: [String]
  /// Calls for updates that take the object, the one for updates while the app is in use, and the one for one position.
  var calls: [String] = []
  var callInUse: String?
  var callOnce: String?
  /// Constructors of the object, and the systems that they are for.
  var constructors: [String: [PhoneSystem]] = [:]
  /// Keys that hold others, which may as well stand beside them.
  var groups: [String] = []
  let keys: Keys
  /// The settings that its keys say, and whether all of their numbers are whole.
  let answers: [Answer]
  var hasWholeNumbers = false
  let strategy: @Sendable (inout SDKOptions) throws(InputError) -> SDKStrategy

  /// Of two whose keys fit alike the first is taken.
  static let all = [
    ExpoLocation.sdk, TransistorGeolocation.sdk, Geolocator.sdk, OwnTracks.sdk, TraccarClient.sdk,
  ]

  /// Whose configuration a text is; `nil` for other text.
  package static func name(of text: String, file: String) throws(InputError) -> String? {
    try found(in: text, file: file, system: nil)?.sdk.name
  }

  /// The strategy of a configuration, and what says others in its keys; `nil` for a text that is none.
  ///
  /// - Parameter system: the version that was asked for.
  /// - Throws: `InputError` for misspelt keys and wrong values, and a usage error where the meaning depends on the system
  ///   and none was asked for.
  static func answer(
    _ text: String, file: String, name: EntryName, system: Platform?
  ) throws(InputError) -> SDKAnswer? {
    guard let (sdk, object) = try found(in: text, file: file, system: system) else { return nil }
    if system == nil, sdk.constructors.count(where: { $1.count == 1 && text.contains("\($0)(") }) > 1 {
      throw sdk.systemMissing(file)
    }
    // Code that asks for updates, too, is about them.
    func isCalled(_ name: String) -> Bool { text.contains("\(name)(") }
    let use: SDKOptions.Use =
      sdk.calls.contains(where: isCalled)
      ? .updates
      : sdk.callInUse.map(isCalled) ?? false
        ? .updatesInUse : sdk.callOnce.map(isCalled) ?? false ? .onePosition : .updates
    let options = try SDKOptions(object, of: sdk, system: system, use: use)
    return SDKAnswer(options: options, base: try options.strategy(name))
  }

  /// The SDK of the text's configuration, and its object: the one with most of its words. `nil` for other text.
  ///
  /// - Throws: `InputError` for code that is nobody's configuration, or whose object cannot be read.
  private static func found(
    in text: String, file: String, system: Platform?
  ) throws(InputError) -> (sdk: SDKConfiguration, object: YAMLValue)? {
    // Strategy files have these keys in any case.
    let isStrategy = text.split(whereSeparator: \.isNewline).contains {
      $0.hasPrefix("kind:") || $0.hasPrefix("summary:")
    }
    if isStrategy { return nil }
    var best: (sdk: SDKConfiguration, object: YAMLValue, score: Int)?
    var faults: [(isOwn: Bool, error: InputError)] = []
    var objects = try ObjectLiteral.all(in: text, file: file, isAndroid: system?.isAndroid)
    // The pairs alone, as they stand in questions.
    if objects.isEmpty { objects = try ObjectLiteral.all(in: "{\(text)}", file: file, isAndroid: system?.isAndroid) }
    let words = all.map { sdk in sdk.marks.count(where: text.contains) }
    for (call, object) in objects {
      switch object {
      case .failure(let error): faults.append((all.contains { $0.takes(call) }, error))
      case .success(let object):
        for (sdk, words) in zip(all, words) {
          let score = sdk.score(object, words, system)
          if score > best?.score ?? 0 { best = (sdk, sdk.settings(in: object).flattened(sdk.groups), score) }
        }
      }
    }
    let isCode = [".js", ".ts", ".tsx", ".dart", ".otrc"].contains(where: file.hasSuffix)
    let isMeant = words.contains { $0 > 0 }
    if let fault = faults.first(where: \.isOwn) ?? faults.first,
      fault.isOwn ? isMeant : best == nil && (isMeant || isCode)
    {
      throw fault.error
    }
    if let best { return (best.sdk, best.object) }
    guard isCode, !text.contains("kind") else { return nil }
    throw InputError(
      file: file, message: "this is no configuration of an SDK that is known",
      remedy: "known are \(all.map(\.name).joined(separator: ", "))")
  }

  private func takes(_ call: String?) -> Bool {
    call.map { calls.contains($0) || $0 == callInUse || $0 == callOnce || constructors[$0] != nil } ?? false
  }

  /// The object among the arguments of a call, or these.
  private func settings(in object: YAMLValue) -> YAMLValue {
    guard takes(object.call), let mapping = try? object.mapping() else { return object }
    let inner = mapping.keys.compactMap { mapping.peek($0) }.first { $0.isMapping && $0.call != "Duration" }
    return mapping.keys.contains(where: (keys.all + groups).contains) ? object : inner ?? object
  }

  /// How many keys and words of the SDK there are; a call that takes the object is worth more than all. Without its words, half
  /// of the keys must be its own.
  private func score(_ object: YAMLValue, _ words: Int, _ system: Platform?) -> Int {
    let settings = settings(in: object)
    guard let mapping = try? settings.flattened(groups).mapping(), !mapping.keys.contains("kind") else { return 0 }
    // Positions of OwnTracks have a type of their own.
    if let type = mapping.peek("_type")?.text, type != "configuration" { return 0 }
    // Settings for another system are taken where there are none for this one.
    if let system, let systems = constructors[settings.call ?? ""], !systems.contains(system.system) { return 50 }
    let own = mapping.keys.count(where: keys.all.contains)
    let isTaken = takes(object.call)
    guard isTaken || own > 0 && (words > 0 || 2 * own >= mapping.keys.count) else { return 0 }
    return own + words + (!isTaken ? 0 : object.call == callOnce ? 100 : 200)
  }

  func systemMissing(_ file: String) -> InputError {
    InputError(
      file: file, message: "the configuration of \(name) means something else on each system",
      remedy: "add --system \(Platform.today(on: .ios).name) or --system \(Platform.today(on: .android).name)",
      isUsage: true)
  }
}
