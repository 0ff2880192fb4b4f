/// What an app asks for with `desiredAccuracy`: metres, or one of Apple's negative constants.
///
/// The constants have the raw values of `kCLLocationAccuracy...` (sources C2).
public struct DesiredAccuracy: RawRepresentable, Sendable, Hashable {
  public let rawValue: Double

  public init(rawValue: Double) { self.rawValue = rawValue }

  /// `kCLLocationAccuracyBestForNavigation`.
  public static let bestForNavigation = DesiredAccuracy(rawValue: -2)
  /// `kCLLocationAccuracyBest`.
  public static let best = DesiredAccuracy(rawValue: -1)
  /// `kCLLocationAccuracyNearestTenMeters`.
  public static let nearestTenMeters = DesiredAccuracy(rawValue: 10)
  /// `kCLLocationAccuracyHundredMeters`.
  public static let hundredMeters = DesiredAccuracy(rawValue: 100)
  /// `kCLLocationAccuracyKilometer`.
  public static let kilometer = DesiredAccuracy(rawValue: 1000)
  /// `kCLLocationAccuracyThreeKilometers`.
  public static let threeKilometers = DesiredAccuracy(rawValue: 3000)
  /// The approximate area only, although the user may grant more (`kCLLocationAccuracyReduced`, iOS 14).
  public static let reduced = DesiredAccuracy(rawValue: 6_380_000)

  /// The names used in strategy files.
  package static let names: [(name: String, value: DesiredAccuracy)] = [
    ("best_for_navigation", .bestForNavigation), ("best", .best), ("nearest_ten_meters", .nearestTenMeters),
    ("hundred_meters", .hundredMeters), ("kilometer", .kilometer), ("three_kilometers", .threeKilometers),
    ("reduced", .reduced),
  ]

  /// Whether GNSS is asked for at full rate: best, navigation, or below the class of Wi-Fi.
  package var wantsGNSS: Bool { rawValue < DesiredAccuracy.hundredMeters.rawValue }

  /// The reported radius from which on the request counts as met, in metres; 10 for the best ones.
  package var satisfiedRadius: Double { max(rawValue, 10) }
}
