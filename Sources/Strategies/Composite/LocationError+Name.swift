package import LocationServices

extension LocationError {
  /// The name used in strategy files: `deferredFailed` is `deferred_failed`.
  package var fileName: String {
    var name = ""
    for letter in "\(self)".unicodeScalars {
      if ("A"..."Z").contains(letter) { name += "_" }
      name += String(letter).lowercased()
    }
    return name
  }

  package static func named(_ name: String) -> LocationError? { allCases.first { $0.fileName == name } }
}
