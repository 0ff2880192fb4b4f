package import LocationServices

/// What a strategy needs from the user to do what its name says.
package struct LocationNeeds: Sendable, Hashable {
  /// `nil` when it uses no location.
  package let authorization: AuthorizationRequest?
  /// It is silent with reduced accuracy.
  package let fullAccuracy: Bool

  package init(_ authorization: AuthorizationRequest?, fullAccuracy: Bool = false) {
    self.authorization = authorization
    self.fullAccuracy = fullAccuracy
  }

  /// What the user must allow for all of it: `always, full accuracy`.
  package var phrase: String {
    let allowed =
      switch authorization {
      case .always: "always"
      case .whenInUse: "when in use"
      case nil: "no location"
      }
    return fullAccuracy ? "\(allowed), full accuracy" : allowed
  }

  package static let none = LocationNeeds(nil)
  package static let whenInUse = LocationNeeds(.whenInUse)
  package static let always = LocationNeeds(.always)

  /// What the services come to: monitoring needs always, and regions and beacons full accuracy; the rest need when in use.
  init(for services: [SystemService]) {
    self.init(
      services.contains(where: \.wakesApps) ? .always : .whenInUse,
      fullAccuracy: services.contains(where: \.needsFullAccuracy))
  }
}
