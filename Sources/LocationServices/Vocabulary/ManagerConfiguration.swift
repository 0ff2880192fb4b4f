/// The properties of a location manager, as the system last saw them.
public struct ManagerConfiguration: Sendable, Hashable {
  public var desiredAccuracy: DesiredAccuracy
  /// Metres; not positive for none.
  public var distanceFilter: Double
  public var activityType: ActivityType
  public var pausesAutomatically: Bool
  public var allowsBackground: Bool
  /// Live updates stand behind it, not an app's own manager.
  var isLive = false

  public init(
    desiredAccuracy: DesiredAccuracy = .best, distanceFilter: Double = -1,
    activityType: ActivityType = .other, pausesAutomatically: Bool = true, allowsBackground: Bool = false
  ) {
    self.desiredAccuracy = desiredAccuracy
    self.distanceFilter = distanceFilter
    self.activityType = activityType
    self.pausesAutomatically = pausesAutomatically
    self.allowsBackground = allowsBackground
  }
}
