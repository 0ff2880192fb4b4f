package import Core
package import DeviceModel

/// The system version an app runs on, as far as the modelled services differ between versions.
///
/// Services follow from the version (`SystemService`); constants are here, those of Android in `Platform+Android`. Versions
/// between two listed ones behave as the earlier one. Versions of two systems are not compared.
public struct Platform: Sendable, Hashable {
  /// The name used in strategy files.
  public let name: String
  package let system: PhoneSystem
  /// The version of the system.
  public let version: SystemVersion

  init(_ name: String, system: PhoneSystem = .ios, _ major: Int, _ minor: Int = 0) {
    self.name = name
    self.system = system
    version = SystemVersion(major, minor)
  }

  package static let ios4 = Platform("ios-4", 4)
  package static let ios5 = Platform("ios-5", 5)
  package static let ios6 = Platform("ios-6", 6)
  package static let ios7 = Platform("ios-7", 7)
  package static let ios8 = Platform("ios-8", 8)
  package static let ios9 = Platform("ios-9", 9)
  package static let ios12 = Platform("ios-12", 12)
  package static let ios13 = Platform("ios-13.0", 13)
  package static let ios13point4 = Platform("ios-13.4", 13, 4)
  package static let ios14 = Platform("ios-14", 14)
  package static let ios17 = Platform("ios-17", 17)
  /// iOS 18.
  public static let ios18 = Platform("ios-18", 18)
  package static let ios26 = Platform("ios-26", 26)

  /// Versions of iOS, oldest first.
  package static let ios: [Platform] = [
    .ios4, .ios5, .ios6, .ios7, .ios8, .ios9, .ios12, .ios13, .ios13point4, .ios14, .ios17, .ios18, .ios26,
  ]
  /// Versions of both systems, each oldest first.
  public static let all = ios + android

  /// The version of a name such as `ios-17`, `android-15` or `iOS 16.2`; `nil` for what is no version, for one before the first
  /// that is listed and for one after the last. Versions between two listed ones keep their own name.
  public static func named(_ name: String) -> Platform? {
    let text = name.lowercased()
    guard let (word, listed) = [("ios", ios), ("android", android)].first(where: { text.hasPrefix($0.0) }) else {
      return nil
    }
    let digits = text.dropFirst(word.count).drop { $0 == "-" || $0 == " " || $0 == "_" }
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
    guard let major = parts.first ?? nil, parts.count <= 3, !parts.contains(nil) else { return nil }
    let version = SystemVersion(major, parts.count > 1 ? parts[1] ?? 0 : 0)
    if let exact = listed.first(where: { $0.version == version }) { return exact }
    // No iOS has the numbers 19 to 25.
    guard listed[0].version < version, major <= listed[listed.count - 1].version.major,
      word == "android" || !(19...25).contains(major)
    else { return nil }
    return Platform("\(word)-\(version)", system: listed[0].system, version.major, version.minor)
  }

  /// A present version of a system: what a strategy runs on that names none.
  package static func today(on system: PhoneSystem) -> Platform { system == .ios ? .ios18 : .android15 }

  /// The same of the system that has these services; iOS where both have them, or neither.
  package static func today(for services: [SystemService]) -> Platform {
    [.ios18, .android15].first { services.allSatisfy($0.offers) } ?? .ios18
  }

  /// A phone's system: the newest that an app names; today's without apps. Apps of one phone are of one system.
  package static func newest(of apps: [Platform]) -> Platform {
    apps.max { a, b in
      // An app without location runs on either system: beside an Android app the phone is an Android phone.
      a.system == b.system ? a.version < b.version : b.isAndroid
    } ?? .ios18
  }

  /// Whether hardly any phone in use runs it: what rests on it cannot be chosen today. Before iOS 13 (2019) and
  /// Android 8 (2017); a judgement.
  package var isPast: Bool { version < SystemVersion(system == .ios ? 13 : 8) }

  package func offers(_ service: SystemService) -> Bool {
    guard let introduced = service.introduced(on: system) else { return false }
    return version >= introduced && service.ended.map { version < $0 } ?? true
  }

  /// Whether significant change rests on cell positions only (WWDC 2011 session 500: until iOS 4).
  package var significantChangeKnowsCellsOnly: Bool { system == .ios && version < SystemVersion(5) }
  /// Whether access points come in tiles that are fetched ahead, and Wi-Fi and maps aid satellite fixes (WWDC 2012 session
  /// 303: since iOS 6).
  package var supportsTiles: Bool { system == .ios && version >= SystemVersion(6) }
  /// Whether surveyed venues give positions indoors (WWDC 2015 session 714: since iOS 8).
  package var positionsInVenues: Bool { system == .ios && version >= SystemVersion(8) }
  /// How long it takes to notice another floor there. Faster since iOS 9 (WWDC 2015 session 714); both are estimates.
  package var floorDelay: TimeSpan { version < SystemVersion(9) ? .seconds(30) : .seconds(10) }
  /// How far beyond a region's edge an exit is believed, in metres: 200 in the guide of the early systems; on iOS 12 a
  /// measured phone told an exit at 304 m (median) from the middle of a circle of 100 m, 43 s after 200 m (sources C1).
  package var regionExitBuffer: Double {
    if system == .android { return 0 }
    return version < SystemVersion(6) ? 200 : 100
  }
  /// Region monitoring goes by cell towers and cell positions alone (2011 session: iOS 4).
  package var regionsByCellsOnly: Bool { system == .ios && version < SystemVersion(5) }
  /// Beacon regions are watched by hardware; the software of 2013 took up to 15 min (sources A5).
  package var watchesBeaconsPromptly: Bool { version >= SystemVersion(8) }
  /// How long a background task may run: 600 s before iOS 7 as developers report, 180 s from iOS 7 to
  /// 12, about 30 s since (sources C3).
  package var backgroundTaskLimit: TimeSpan {
    if version < SystemVersion(7) { return .seconds(600) }
    return version < SystemVersion(13) ? .seconds(180) : .seconds(30)
  }
  /// How long before the time for background tasks is over the app is warned. Apple says shortly before (reference of
  /// `beginBackgroundTask(expirationHandler:)`); books say a few seconds at most: estimate (sources C3).
  package var backgroundTaskWarning: TimeSpan { .seconds(5) }
  /// How long an app runs after it left the screen without a reason to go on (sources C3: 5 s).
  package var suspensionDelay: TimeSpan { .seconds(5) }
  /// Whether an app still counts as in use for the seconds until it is suspended (WWDC 2019 session 705).
  package var countsAsInUseAfterLeaving: Bool { system == .ios && version >= SystemVersion(13) }
  /// How long a location event keeps a background app running (sources C3: about 10 s).
  package var locationEventWindow: TimeSpan { .seconds(10) }
  /// How long a background app refresh may take (Apple, "Using background tasks to update your app": up to 30 s).
  package var backgroundRefreshWindow: TimeSpan { .seconds(30) }
  /// Whether a location service starts an app again that the user has removed from the app switcher.
  ///
  /// Reports of developers: so until iOS 6 and since iOS 8; iOS 7 left such an app alone until the user opened it. Apple
  /// promises it for apps that were terminated and says nothing firm about those that the user removed.
  package var relaunchesAfterForceQuit: Bool {
    system == .android || version < SystemVersion(7) || version >= SystemVersion(8)
  }
  /// How long the arrow stays in the status bar after the last use (2012 session: ten seconds; before iOS 6 it went with
  /// the use).
  package var arrowLinger: TimeSpan { system == .android || version < SystemVersion(6) ? .zero : .seconds(10) }
  /// How long the settings mark an app after its last use (2012 session: a minute).
  package var settingsMarkLinger: TimeSpan { system == .android || version < SystemVersion(6) ? .zero : .seconds(60) }
}

/// A version of iOS: 13.4 comes after 13.0.
public struct SystemVersion: Sendable, Hashable, Comparable, CustomStringConvertible {
  package let major: Int
  package let minor: Int

  package init(_ major: Int, _ minor: Int = 0) {
    self.major = major
    self.minor = minor
  }

  public static func < (a: SystemVersion, b: SystemVersion) -> Bool { (a.major, a.minor) < (b.major, b.minor) }

  public var description: String { minor == 0 ? "\(major)" : "\(major).\(minor)" }
}
