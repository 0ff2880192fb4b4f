package import DeviceModel
import EmbeddedCatalog
public import FileFormats
import Foundation
package import LocationServices

/// Devices, networks, scenarios, strategies and populations by name: the built-in ones, and folders that add to them or override
/// them.
public struct Catalog: Sendable {
  /// The system version that strategies run on where it has their services; what their files say when `nil`.
  package var system: Platform?
  /// The phone's system, which decides what an SDK's configuration means where `system` is not said.
  package var phone: PhoneSystem?
  /// By kind and name; a later layer overrides an earlier one of the same name.
  private var layers: [CatalogKind: [String: [CatalogEntry]]] = [:]

  /// The catalogue inside the program.
  public init() {
    for profile in EmbeddedCatalog.profiles {
      guard let kind = CatalogKind(rawValue: profile.kind) else { continue }
      add(
        CatalogEntry(
          kind: kind, name: profile.name, file: "profiles/\(profile.file)", text: profile.text, isBuiltIn: true))
    }
  }

  /// A catalogue of exactly these entries.
  package init(entries: [CatalogEntry]) {
    for entry in entries { add(entry) }
  }

  /// The catalogue inside the program with the files of a folder of the same layout on top.
  ///
  /// - Throws: `InputError` when the folder cannot be read, has none of the five kinds, or has two files of one name.
  public init(adding folder: String) throws(InputError) {
    self.init()
    try add(folder: folder)
  }

  /// Every name of a kind, sorted.
  public func names(_ kind: CatalogKind) -> [String] { (layers[kind] ?? [:]).keys.sorted() }

  /// The entry in force for each name of a kind, sorted by name.
  package func entries(_ kind: CatalogKind) -> [CatalogEntry] { names(kind).compactMap { entry(kind, named: $0) } }

  package func entry(_ kind: CatalogKind, named name: String) -> CatalogEntry? { layers[kind]?[name]?.last }

  /// Finds what the user means: a path when it contains `/` or ends in .yml, .yaml or .json, else a name.
  package func resolve(_ kind: CatalogKind, _ nameOrPath: String) throws(InputError) -> CatalogEntry {
    if nameOrPath.lowercased().hasSuffix(".gpx") {
      throw InputError(
        file: nameOrPath, message: "this is a GPX track, where a \(kind.singular) belongs",
        remedy: "give it with --track")
    }
    if DocumentPath.isPath(nameOrPath) {
      let text = try TextFile.read(nameOrPath)
      try kind.checkKind(of: text, file: nameOrPath)
      return CatalogEntry(kind: kind, path: nameOrPath, text: text)
    }
    if let entry = entry(kind, named: nameOrPath) { return entry }
    if let folder = Self.fittedFolder(kind, nameOrPath) {
      throw InputError(
        file: nil, message: "unknown \(kind.singular) '\(nameOrPath)'",
        remedy: "the folder '\(folder)' has one: add --catalog \(folder), or 'catalog: \(folder)' to a sweep plan")
    }
    let near = likely(kind, nameOrPath).map { "'\($0)'" }.joined(separator: " or ")
    // 'modern-phone' stands for a phone that is not there, unless its name was misspelt.
    let isSlip = Suggestion.likely(nameOrPath, among: ["modern-phone"]) != nil
    let own = kind == .devices && (near.isEmpty || near == "'modern-phone'" && !isSlip) ? "; \(Self.ownPhone)" : ""
    throw InputError(
      file: nil, message: "unknown \(kind.singular) '\(nameOrPath)'",
      remedy: (near.isEmpty ? "" : "did you mean \(near)? ")
        + "'geojoule list \(kind.rawValue)' shows all; a path of a file works too\(own)")
  }

  /// What to do about a phone that the catalogue lacks.
  package static let ownPhone =
    "a file of two lines, 'inherits: modern-phone' and 'battery: 12.70 Wh', is your own phone"

  /// The entry that a file names at `place`, where also stands what is wrong with the name.
  package func resolve(_ kind: CatalogKind, _ nameOrPath: String, at place: YAMLValue) throws(InputError)
    -> CatalogEntry
  {
    do {
      return try resolve(kind, nameOrPath)
    } catch {
      // A file that cannot be read has no line of its own; the place that names it has.
      guard error.line == nil else { throw error }
      // A place that would be written over is no mistake of the file.
      if error.isUsage { throw error }
      throw place.error(error.file.map { "\($0): \(error.message)" } ?? error.message, remedy: error.remedy)
    }
  }

  /// The user's own file behind a name or a path, for messages; `nil` for what is built in.
  package func ownFile(_ kind: CatalogKind, _ nameOrPath: String) -> String? {
    if DocumentPath.isPath(nameOrPath) { return nameOrPath }
    return entry(kind, named: nameOrPath).flatMap { $0.isBuiltIn ? nil : $0.file }
  }

  /// The kind of the name that the user may have meant; `nil` when none is near.
  package func likelyKind(_ name: String) -> CatalogKind? {
    let near = CatalogKind.allCases.flatMap { kind in
      likely(kind, name).map { (kind: kind, edits: Suggestion.editDistance(name.lowercased(), $0)) }
    }
    return near.min { $0.edits < $1.edits }?.kind
  }

  /// The names that the user may have meant.
  private func likely(_ kind: CatalogKind, _ name: String) -> [String] {
    let known = names(kind)
    if let meant = Self.synonyms[kind]?[name.lowercased().filter { $0 != "-" && $0 != "_" }] {
      return meant.filter(known.contains)
    }
    if kind == .devices {
      // Another number is another phone: no slip makes 'iphone-15' of 'iphone-6', which is of 2014.
      let number = name.filter(\.isNumber)
      let phone = Suggestion.likely(name, among: known.filter { $0.filter(\.isNumber) == number })
      if let phone { return [phone] }
      let part = name.lowercased()
      if part.count >= 3, number.isEmpty { return known.filter { $0.contains(part) } }
      if name.lowercased().hasPrefix("iphone"), number.count != 1 { return ["modern-phone"].filter(known.contains) }
    }
    return Suggestion.likely(name, among: known).map { [$0] } ?? []
  }

  /// What people call strategies, days and networks, without regard to case, '-' and '_'.
  private static let synonyms: [CatalogKind: [String: [String]]] = [
    .strategies: [
      "gps": ["continuous", "fused-high-accuracy"], "best": ["continuous"], "kcllocationaccuracybest": ["continuous"],
      "bestfornavigation": ["navigation"], "kcllocationaccuracybestfornavigation": ["navigation"],
      "highaccuracy": ["fused-high-accuracy"], "priorityhighaccuracy": ["fused-high-accuracy"],
      "balanced": ["fused-balanced"], "prioritybalancedpoweraccuracy": ["fused-balanced"],
      "lowpower": ["fused-low-power"], "prioritylowpower": ["fused-low-power"],
      "passive": ["fused-passive"], "prioritypassive": ["fused-passive"],
      "kcllocationaccuracyhundredmeters": ["hundred-meters"], "wifi": ["hundred-meters", "fused-balanced"],
      "network": ["hundred-meters", "fused-balanced"], "kcllocationaccuracykilometer": ["kilometer"],
      "geofence": ["regions", "android-geofences"], "geofencing": ["regions", "android-geofences"],
      "slc": ["significant-change"], "baseline": ["none"], "off": ["none"],
    ],
    .scenarios: [
      "car": ["sales-day"], "drive": ["sales-day"], "driving": ["sales-day"], "mileage": ["sales-day"],
      "trip": ["sales-day"], "courier": ["delivery-shift"], "delivery": ["delivery-shift"],
      "driver": ["delivery-shift"], "family": ["family-day"], "run": ["city-run"], "running": ["city-run"],
      "jogging": ["city-run"], "walk": ["hike"], "reminder": ["shop-reminder"],
    ],
    .networks: [
      "5g": ["nr-sa", "nr-nsa"], "nr": ["nr-sa", "nr-nsa"], "4g": ["lte"], "umts": ["3g"], "wcdma": ["3g"],
    ],
  ]

  /// The entry that `child` inherits by `name`: of its own name, the one it overrides.
  func parent(of child: CatalogEntry, named name: String) throws(InputError) -> CatalogEntry? {
    if let sibling = try sibling(of: child, child.kind, named: name) { return sibling }
    guard let candidates = layers[child.kind]?[name] else { return nil }
    guard let place = candidates.firstIndex(of: child) else { return candidates.last }
    return place > 0 ? candidates[place - 1] : nil
  }

  /// The file of this name beside one that was given by its path, such as `my/networks/my-lte.yml` beside
  /// `my/networks/my-network.yml` or `my/devices/my-phone.yml`.
  func sibling(
    of entry: CatalogEntry, _ kind: CatalogKind, named name: String
  ) throws(InputError) -> CatalogEntry? {
    guard entry.mayRename, !DocumentPath.isPath(name), kind != entry.kind || name != entry.name else { return nil }
    var folder = entry.file.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    if kind != entry.kind {
      guard folder.popLast().map(String.init) == entry.kind.rawValue else { return nil }
      folder.append(kind.rawValue[...])
    }
    for ending in DocumentPath.extensions {
      let path = (folder + ["\(name).\(ending)"]).joined(separator: "/")
      if AtomicFile.isFile(path) { return CatalogEntry(kind: kind, path: path, text: try TextFile.read(path)) }
    }
    return nil
  }

  /// A folder of the current one with an entry of this name, as `fit drive` writes it.
  private static func fittedFolder(_ kind: CatalogKind, _ name: String) -> String? {
    (try? contents(of: "."))?.prefix(1000).first { folder in
      DocumentPath.extensions.contains { AtomicFile.isFile("\(folder)/\(kind.rawValue)/\(name).\($0)") }
    }
  }

  static func baseName(_ path: String) -> String {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    for ending in DocumentPath.extensions + DocumentPath.code where file.hasSuffix(".\(ending)") {
      return String(file.dropLast(ending.count + 1))
    }
    return file
  }

  private mutating func add(_ entry: CatalogEntry) {
    layers[entry.kind, default: [:]][entry.name, default: []].append(entry)
  }

  /// Puts the files of a folder on top; throws as `init(adding:)`.
  mutating func add(folder: String) throws(InputError) {
    let found = try Self.contents(of: folder)
    guard CatalogKind.allCases.contains(where: { found.contains($0.rawValue) }) else {
      throw InputError(
        file: folder, message: "the folder is not a catalogue",
        remedy: "make folders \(CatalogKind.allCases.map(\.rawValue).joined(separator: ", ")) in it")
    }
    for kind in CatalogKind.allCases where found.contains(kind.rawValue) {
      var names: [String: String] = [:]
      for file in try Self.contents(of: "\(folder)/\(kind.rawValue)") {
        let name = Self.baseName(file)
        guard name != file, !file.hasPrefix(".") else { continue }
        let path = "\(folder)/\(kind.rawValue)/\(file)"
        if let other = names.updateValue(file, forKey: name) {
          throw InputError(
            file: path, message: "'\(other)' is the same \(kind.singular)", remedy: "rename or remove one of them")
        }
        add(CatalogEntry(kind: kind, name: name, file: path, text: try TextFile.read(path), isBuiltIn: false))
      }
    }
  }

  private static func contents(of folder: String) throws(InputError) -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    } catch {
      throw InputError(
        file: folder, message: "cannot read the folder",
        remedy: "check that it is there, is a folder and may be read")
    }
  }
}
