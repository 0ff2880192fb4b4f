public import LocationServices

/// What a strategy needs from the user to do what its name says.
public struct LocationNeeds: Sendable, Hashable {
  /// `nil` when it uses no location.
  public let authorization: AuthorizationRequest?
  /// It is silent with reduced accuracy.
  public let fullAccuracy: Bool

  public init(_ authorization: AuthorizationRequest?, fullAccuracy: Bool = false) {
    self.authorization = authorization
    self.fullAccuracy = fullAccuracy
  }

  /// What the user must allow for all of it: `always, full accuracy`.
  public var phrase: String {
    let allowed =
      switch authorization {
      case .always: "always"
      case .whenInUse: "when in use"
      case nil: "no location"
      }
    return fullAccuracy ? "\(allowed), full accuracy" : allowed
  }

  public static let none = LocationNeeds(nil)
  public static let whenInUse = LocationNeeds(.whenInUse)
  public static let always = LocationNeeds(.always)

  /// What the services come to: monitoring needs always, and regions and beacons full accuracy; the rest need when in use.
  init(for services: [SystemService]) {
    self.init(
      services.contains(where: \.wakesApps) ? .always : .whenInUse,
      fullAccuracy: services.contains(where: \.needsFullAccuracy))
  }
}
