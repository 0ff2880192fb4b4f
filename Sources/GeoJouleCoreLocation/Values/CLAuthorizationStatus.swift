import LocationServices

/// What the user lets the app do.
public enum CLAuthorizationStatus: Int32, Sendable {
  case notDetermined, restricted, denied, authorizedAlways, authorizedWhenInUse

  init(_ status: AuthorizationStatus) { self = Self(rawValue: Int32(status.rawValue)) ?? .notDetermined }
}

/// How precisely the app may know the position.
public enum CLAccuracyAuthorization: Int, Sendable {
  case fullAccuracy, reducedAccuracy

  init(_ accuracy: AccuracyAuthorization) { self = accuracy == .full ? .fullAccuracy : .reducedAccuracy }
}
