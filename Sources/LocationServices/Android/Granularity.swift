/// How precise the positions of a fused request are: `com.google.android.gms.location.Granularity`.
package enum Granularity: String, CaseIterable, Sendable {
  /// As the user allows.
  case permissionLevel = "permission_level"
  /// Approximate, although the user may allow more. Here since Android 12, which lets the user choose it.
  case coarse
  case fine
}
