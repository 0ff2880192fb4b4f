package import LocationServices

/// The word of a case in files: its name with underscores, such as `deferred_failed` for `deferredFailed`.
func caseWord(_ value: some Any) -> String {
  var word = ""
  for letter in Mirror(reflecting: value).children.first?.label ?? "\(value)" {
    word += letter.isUppercase ? "_\(letter.lowercased())" : "\(letter)"
  }
  return word
}

extension LocationError {
  /// The name used in strategy files.
  package var fileName: String { caseWord(self) }

  package static func named(_ name: String) -> LocationError? { allCases.first { $0.fileName == name } }
}
