/// The properties of a location manager, as the system last saw them.
package struct ManagerConfiguration: Sendable, Hashable {
  package var desiredAccuracy: DesiredAccuracy
  /// Metres; not positive for none.
  package var distanceFilter: Double
  package var activityType: ActivityType
  package var pausesAutomatically: Bool
  package var allowsBackground: Bool
  /// Live updates stand behind it, not an app's own manager.
  var isLive = false

  package init(
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
