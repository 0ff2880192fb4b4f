import Core
import DeviceModel
package import FileFormats
import LocationServices
import Strategies

/// The configuration of a location SDK or app, as developers have it in their code, that is read as a strategy. Each has a file
/// here, and its place in `all`.
///
/// docs/strategy-format.md says what each key becomes; docs/sources.md has the documentation each meaning comes from.
package struct SDKConfiguration: Sendable {
  /// As its maker writes it.
  let name: String
  /// What stands in no other SDK's configurations.
  let marks: [String]
  /// Keys that hold others, which may as well stand beside them.
  var groups: [String] = []
  /// The constructors of settings for one system.
  var constructors: (android: String, apple: String)?
  /// The call for one position, and those for updates.
  var calls: (once: String, more: [String])?
  /// Keys that change the strategy, and those that do not.
  let (modelled, others): ([String], [String])
  /// The settings that its keys say.
  let answers: [Answer]
  /// The strategy of its options.
  let strategy: @Sendable (inout SDKOptions) throws(InputError) -> SDKStrategy

  /// Of two whose keys fit alike the first is taken.
  static let all = [
    ExpoLocation.sdk, TransistorGeolocation.sdk, Geolocator.sdk, OwnTracks.sdk, TraccarClient.sdk,
  ]

  var keys: [String] { modelled + others }

  /// Whose configuration a text is; `nil` for other text.
  package static func name(of text: String, file: String) throws(InputError) -> String? {
    try recognized(text, file: file, system: nil)?.sdk.name
  }

  /// The strategy of a configuration, and what says others in its keys; `nil` for a text that is none.
  ///
  /// - Parameter system: the version that was asked for.
  /// - Throws: `InputError` for misspelt keys and wrong values, and a usage error where the meaning depends on the system
  ///   and none was asked for.
  static func answer(
    _ text: String, file: String, name: EntryName, system: Platform?
  ) throws(InputError) -> SDKAnswer? {
    guard let (sdk, object) = try recognized(text, file: file, system: system) else { return nil }
    if system == nil, let names = sdk.constructors,
      [names.android, names.apple].allSatisfy({ text.contains("\($0)(") })
    {
      throw sdk.systemMissing(file)
    }
    let options = try SDKOptions(object, of: sdk, system: system, isForOne: sdk.isForOne(text))
    return SDKAnswer(options, base: try options.strategy(name))
  }

  /// Whether the text's first call is for one position.
  private func isForOne(_ text: String) -> Bool {
    guard let calls, let once = text.firstRange(of: "\(calls.once)(") else { return false }
    return !calls.more.contains { text.firstRange(of: "\($0)(").map { $0.lowerBound < once.lowerBound } ?? false }
  }

  /// As `search`.
  ///
  /// - Throws: `InputError` for code that is nobody's configuration.
  private static func recognized(
    _ text: String, file: String, system: Platform?
  ) throws(InputError) -> (sdk: SDKConfiguration, object: YAMLValue)? {
    if let found = try search(text, file: file, system: system) { return found }
    let isCode = [".js", ".ts", ".tsx", ".dart", ".otrc"].contains(where: file.hasSuffix)
    guard isCode, !text.contains("kind") else { return nil }
    throw InputError(
      file: file, message: "this is no configuration of an SDK that is known",
      remedy: "known are \(all.map(\.name).joined(separator: ", "))")
  }

  /// The SDK whose keys the text's object has, and that object: of several the first, or that of the system's constructor.
  private static func search(
    _ text: String, file: String, system: Platform?
  ) throws(InputError) -> (sdk: SDKConfiguration, object: YAMLValue)? {
    // Strategy files have these keys in any case.
    guard
      !text.split(whereSeparator: \.isNewline).contains(where: { $0.hasPrefix("kind:") || $0.hasPrefix("summary:") })
    else { return nil }
    let object: YAMLValue
    do throws(InputError) {
      let constructors = all.compactMap(\.constructors)
      object = try ObjectLiteral.read(
        text, file: file,
        of: system.map { system in constructors.map { system.isAndroid ? $0.android : $0.apple } } ?? [],
        orCalls: all.compactMap(\.calls?.once))
    } catch {
      let isMeant = all.contains { $0.marks.contains(where: text.contains) }
      if isMeant { throw error }
      return nil
    }
    guard let mapping = try? object.mapping(), !mapping.keys.contains("kind") else { return nil }
    // Positions of OwnTracks have a type of their own.
    if let type = mapping.peek("_type")?.text, type != "configuration" { return nil }
    let scores = all.map { sdk in
      let own = object.flattened(sdk.groups)
      return (sdk: sdk, object: own, score: sdk.score((try? own.mapping()) ?? mapping, call: object.call, text))
    }
    guard let best = scores.max(by: { $0.score < $1.score }), best.score > 0 else { return nil }
    return (best.sdk, best.object)
  }

  func systemMissing(_ file: String) -> InputError {
    InputError(
      file: file, message: "the configuration of \(name) means something else on each system",
      remedy: "add --system \(Platform.today(on: .ios).name) or --system \(Platform.today(on: .android).name)",
      isUsage: true)
  }

  /// How many keys and words of the SDK there are; its constructor's name is worth more than all. Without its words, half of the
  /// keys must be its own.
  private func score(_ mapping: YAMLMapping, call: String?, _ text: String) -> Int {
    let isOwn = call.map { name in marks.contains { "\(name)(".hasSuffix($0) } } ?? false
    let own = mapping.keys.count(where: keys.contains)
    let words = marks.count(where: text.contains)
    guard words > 0 || 2 * own >= mapping.keys.count else { return 0 }
    return own + words + (isOwn ? 100 : 0)
  }
}
