/// Why a service failed: the codes of `CLError` that the modelled services use (sources C2).
public enum LocationError: Int, CaseIterable, Error, Sendable {
  case locationUnknown = 0
  case denied = 1
  case network = 2
  /// A geocoder knows no such place.
  case geocodeFoundNoResult = 8
  /// A geocoder could say no more than the country.
  case geocodeFoundPartialResult = 9
  /// A request of a geocoder was cancelled.
  case geocodeCanceled = 10
  /// The user does not let the app monitor regions.
  case regionMonitoringDenied = 4
  /// A region cannot be monitored: too many of them, or the device cannot.
  case regionMonitoringFailure = 5
  /// Deferral ended because no fix could be had, or the device has no GNSS.
  case deferredFailed = 11
  /// Deferral was asked for while no standard updates ran.
  case deferredNotUpdatingLocation = 12
  /// Deferral needs `best` or `bestForNavigation`.
  case deferredAccuracyTooLow = 13
  /// Deferral needs `distanceFilter` to be none.
  case deferredDistanceFiltered = 14
  /// The app or a later request ended the deferral.
  case deferredCanceled = 15
  /// The user did not agree to full accuracy for the time of use.
  case promptDeclined = 18
}
