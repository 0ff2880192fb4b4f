/// How precisely an app may know where the user is: `CLAccuracyAuthorization`, since iOS 14.
public enum AccuracyAuthorization: String, CaseIterable, Sendable {
  case full, reduced
}
