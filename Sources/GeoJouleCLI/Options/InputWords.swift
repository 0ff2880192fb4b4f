import ArgumentParser
import Foundation
import GeoJoule

/// Words of a command line that stand without an option: a track, or names and files of the catalogue's kinds.
struct InputWords: ParsableArguments {
  @Argument(
    help: .value(
      "name|file", "Strategies, a day or a track, by name or file; the options of the same names do the same."),
    completion: .custom { _, _, _ in [.strategies, .scenarios].flatMap { Catalog().names($0) } })
  var words: [String] = []

  /// What the words are, in their order.
  struct Sorted {
    var track: String?
    var names: [CatalogKind: [String]] = [:]
  }

  /// - Throws: `InputError` for a word that is no name and no file, `ValidationError` for two days.
  func sorted(_ catalog: Catalog) throws -> Sorted {
    var sorted = Sorted()
    for word in words {
      if try Self.isTrack(word) {
        guard sorted.track == nil else { throw ValidationError("'\(word)' is a second track; give one day") }
        sorted.track = word
      } else {
        sorted.names[try Self.kind(of: word, catalog), default: []].append(word)
      }
    }
    return sorted
  }

  /// Whether a word is the file of a recording; those of the catalogue's kinds have endings of their own.
  static func isTrack(_ word: String) throws(InputError) -> Bool {
    let name = word.lowercased()
    if name.hasSuffix(".gpx") { return true }
    if name.hasSuffix(".yml") || name.hasSuffix(".yaml") { return false }
    guard TrackReader.stem(of: name) != nil else { return false }
    // JSON may be a file of the catalogue, too, and a text an SDK's configuration.
    guard name.hasSuffix(".json") || name.hasSuffix(".txt") else { return true }
    let bytes = try TrackReader.bytes(word)
    guard !TrackReader.isTrack(bytes), name.hasSuffix(".txt") else { return TrackReader.isTrack(bytes) }
    let text = String(decoding: bytes.prefix(TextFile.documentLimit), as: UTF8.self)
    return try SDKConfiguration.name(of: text, file: word) == nil
  }

  /// The kind of a name of the catalogue, or of a file by its keys; else of the name that may be meant, a strategy's by default.
  static func kind(of word: String, _ catalog: Catalog) throws -> CatalogKind {
    if word == "-" {
      throw ValidationError("'-' is standard output, no input; save the file and name it, as in ride.gpx or day.yml")
    }
    let kinds = [CatalogKind.strategies, .scenarios, .devices, .networks, .populations]
    if word == "all" || word.contains(",") { return .strategies }
    if let kind = kinds.first(where: { catalog.names($0).contains(word) }) { return kind }
    if !DocumentPath.isPath(word) {
      let system = word.lowercased().prefix { $0.isLetter }
      if ["android", "ios"].contains(system), Platform.named(word.lowercased()) != nil || system.count == word.count {
        let phone = system == "android" ? "pixel-9" : "modern-phone"
        throw InputError(
          file: nil, message: "'\(word)' is a system, and no strategy, day or phone",
          remedy: "write '--device \(phone)' for a phone with it; --system takes a version, such as "
            + (system == "android" ? "android-15" : "ios-18"))
      }
      if let kind = catalog.likelyKind(word) { return kind }
      throw InputError(
        file: nil, message: "no strategy, day or phone is named '\(word)'",
        remedy: "'geojoule list strategies' shows strategies, 'list scenarios' days, 'list devices' phones; a path "
          + "works too; \(Catalog.ownPhone)")
    }
    guard word.hasSuffix(".yml") || word.hasSuffix(".yaml") || word.hasSuffix(".json") else { return .strategies }
    let root = try YAMLDocument(text: try TextFile.read(word), file: word).root
    return CatalogKind(keys: (try? root.mapping().keys) ?? []) ?? .strategies
  }

  /// The options with the words taken for those that were not given.
  ///
  /// - Throws: `InputError`, and `ValidationError` for what is given twice or does not belong here.
  func filling(
    _ catalog: inout Catalog, _ day: DayOptions, _ phone: PhoneOptions, _ strategies: [String]
  ) throws -> (day: DayOptions, phone: PhoneOptions, strategies: [String]) {
    var (sorted, day, phone) = (try sorted(catalog), day, phone)
    let strategies = NameList.split(strategies + (sorted.names.removeValue(forKey: .strategies) ?? []))
    if let track = sorted.track {
      guard day.track == nil else {
        throw ValidationError("'\(track)' and --track both name the day; give one of them")
      }
      day.track = track
    }
    let hasDevice = phone.device != PhoneOptions.standard.device
    day.scenario = try Self.only(&sorted.names, .scenarios, isGiven: day.scenario != nil) ?? day.scenario
    phone.device = try Self.only(&sorted.names, .devices, isGiven: hasDevice) ?? phone.device
    phone.network = try Self.only(&sorted.names, .networks, isGiven: phone.network != nil) ?? phone.network
    if let name = sorted.names.values.first?.first {
      _ = try catalog.resolve(.populations, name)
      throw ValidationError("'\(name)' is a population; give it with --population")
    }
    try phone.settle(&catalog)
    try day.validate()
    try day.checkTrack()
    return (day, phone, strategies)
  }

  /// The same for a command that takes one strategy; `continuous` where none is named.
  func filling(
    _ catalog: inout Catalog, _ day: DayOptions, _ phone: PhoneOptions, _ strategy: String?
  ) throws -> (day: DayOptions, phone: PhoneOptions, strategy: String) {
    let filled = try filling(&catalog, day, phone, strategy.map { [$0] } ?? [])
    guard filled.strategies.count <= 1 else {
      throw ValidationError("this takes one strategy, not \(filled.strategies.count); 'geojoule compare' takes several")
    }
    return (filled.day, filled.phone, filled.strategies.first ?? "continuous")
  }

  private static func only(
    _ words: inout [CatalogKind: [String]], _ kind: CatalogKind, isGiven: Bool
  ) throws -> String? {
    guard let names = words.removeValue(forKey: kind), let name = names.first else { return nil }
    let what = kind == .scenarios ? "day" : kind.singular
    guard names.count == 1 else {
      let all = names.map { "'\($0)'" }.joined(separator: " and ")
      throw ValidationError("\(all): the command takes one \(what); run it once for each")
    }
    guard isGiven else { return name }
    throw ValidationError("'\(name)' and --\(kind.singular) both name the \(what); give one of them")
  }
}

/// Names with commas between, as people write lists.
enum NameList {
  /// The names, where no file is called like the whole.
  static func split(_ words: [String]) -> [String] {
    words.flatMap { word in
      !word.contains(",") || FileManager.default.fileExists(atPath: word)
        ? [word] : word.split(separator: ",").map(String.init)
    }
  }
}
