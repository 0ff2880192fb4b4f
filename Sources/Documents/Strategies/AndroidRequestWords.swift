import FileFormats

/// Android's own names for a fused request, which files may use as well: properties of `LocationRequest.Builder` and of
/// `LocationRequest` before it, and the constants of `Priority` and `Granularity`.
///
/// From: developers.google.com, reference of `LocationRequest`. Where a name says its unit the number may stand alone:
/// `minUpdateDistanceMeters: 30` is `min_distance: 30 m`.
enum AndroidRequestWords {
  private static let keys: [String: (key: String, unit: String?)] = [
    "intervalMillis": ("interval", "ms"), "minUpdateIntervalMillis": ("min_interval", "ms"),
    "minUpdateDistanceMeters": ("min_distance", "m"), "maxUpdateDelayMillis": ("max_delay", "ms"),
    "durationMillis": ("duration", "ms"), "maxUpdateAgeMillis": ("max_age", "ms"), "maxUpdates": ("max_updates", nil),
    "fastestInterval": ("min_interval", "ms"), "smallestDisplacement": ("min_distance", "m"),
    "maxWaitTime": ("max_delay", "ms"), "numUpdates": ("max_updates", nil), "expirationDuration": ("duration", "ms"),
  ]

  private static let values = [
    "PRIORITY_HIGH_ACCURACY": "high_accuracy", "PRIORITY_BALANCED_POWER_ACCURACY": "balanced",
    "PRIORITY_LOW_POWER": "low_power", "PRIORITY_PASSIVE": "passive", "PRIORITY_NO_POWER": "passive",
    "GRANULARITY_PERMISSION_LEVEL": "permission_level", "GRANULARITY_COARSE": "coarse", "GRANULARITY_FINE": "fine",
  ]

  /// The same request in the words of the documentation. A key that stands there under both names keeps its own.
  static func plain(_ request: YAMLValue) throws(InputError) -> YAMLValue {
    let given = try request.mapping().keys
    return request.rewritten { name, text in
      let value = values[text.split(separator: ".").last.map(String.init) ?? text] ?? text
      var property = name
      if name.hasPrefix("set"), let first = name.dropFirst(3).first, first.isUppercase {
        property = first.lowercased() + name.dropFirst(4)
      }
      guard let (key, unit) = keys[property], !given.contains(key) else { return (name, value) }
      guard let unit, Double(value) != nil else { return (key, value) }
      return (key, "\(value) \(unit)")
    }
  }
}
