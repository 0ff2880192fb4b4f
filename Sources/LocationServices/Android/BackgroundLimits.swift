package import Core

/// What Android leaves of a request whose app is neither on the screen nor shown by a foreground service.
///
/// From: developer.android.com, "Background location limits" (since Android 8 a few times an hour; requests that batch are
/// computed more often and delivered a few times an hour; a faster minimum interval still gets what others cause). The
/// figure is the platform's default throttle of 30 min (AOSP, `DEFAULT_BACKGROUND_THROTTLE_INTERVAL_MS`).
package enum BackgroundLimits {
  package static let interval = TimeSpan.minutes(30)
  /// An app that is shown its approximate place only gets it this often at most, whoever causes the positions (AOSP,
  /// `LocationProviderManager.MIN_COARSE_INTERVAL_MS`).
  package static let coarseInterval = TimeSpan.minutes(10)
}
