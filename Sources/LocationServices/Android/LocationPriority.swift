/// What a fused request puts first: `com.google.android.gms.location.Priority`.
package enum LocationPriority: String, CaseIterable, Sendable {
  /// Satellites, Wi-Fi and cells (`PRIORITY_HIGH_ACCURACY`).
  case highAccuracy = "high_accuracy"
  /// Wi-Fi and cells, about a city block; satellites rarely (`PRIORITY_BALANCED_POWER_ACCURACY`).
  case balanced
  /// Cells, about a city (`PRIORITY_LOW_POWER`).
  case lowPower = "low_power"
  /// Nothing of its own: positions that others have caused (`PRIORITY_PASSIVE`, once `PRIORITY_NO_POWER`).
  case passive
}
