/// What an app is told about its right to location: `CLAuthorizationStatus` with Apple's raw values.
public enum AuthorizationStatus: Int, Sendable {
  case notDetermined, restricted, denied, authorizedAlways, authorizedWhenInUse
}
