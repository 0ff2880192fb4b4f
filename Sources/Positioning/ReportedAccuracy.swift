/// The `horizontalAccuracy` a phone reports: what it believes, rounded up to one of a few levels.
///
/// From sources B1 (iPhone 6 against ground truth): reports come in levels (5, 10, 30, 50, 65, 165, ... m) and are
/// conservative. The belief is the true 68 % radius (1.51 times the deviation per axis) times a factor between 0.8 and
/// 2.0 that changes slowly. With the suburban error model of sources F this gives 11 % at 5 m, 77 % at 10 m and 12 % at
/// 30 m; measured on suburban legs: 8, 78 and 9 %.
public enum ReportedAccuracy {
  public static let gnssLevels: [Double] = [5, 10, 30, 50, 65, 165]
  /// 65 m was the report of 73 % of the measured Wi-Fi fixes, 165 m the next.
  public static let wifiLevels: [Double] = [65, 165, 350, 1000]
  /// Fixes inside a surveyed venue: a few metres (WWDC 2015 session 714), in the steps of satellite fixes.
  public static let venueLevels: [Double] = [5, 10, 30, 65]
  /// Cell positions are reported in steps of this many metres.
  static let cellStep = 500.0
  /// A cell's reported radius over its true radius before the factor.
  static let cellRatio = 1.2

  @inlinable @inline(__always)
  static func factor(_ latent: Double) -> Double { 0.8 + 1.2 * latent }

  /// - Parameters:
  ///   - deviation: true deviation per axis in metres.
  ///   - latent: uniform in (0, 1).
  @inlinable
  public static func report(deviation: Double, latent: Double, levels: [Double]) -> Double {
    let belief = 1.51 * deviation * factor(latent)
    for level in levels where belief <= level { return level }
    return levels.last ?? belief
  }

  /// - Parameter radius: the cell's radius in metres.
  public static func cell(radius: Double, latent: Double) -> Double {
    (cellRatio * radius * factor(latent) / cellStep).rounded(.up) * cellStep
  }
}
