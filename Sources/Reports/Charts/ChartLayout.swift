/// On which pages a drawing is shown: some have a second one for narrow screens.
enum ChartLayout: Sendable {
  case any, wide, narrow

  /// Without a style sheet, the wide one is shown.
  var attributes: String {
    switch self {
    case .any: ""
    case .wide: " class=\"wide\""
    case .narrow: " class=\"narrow\" display=\"none\""
    }
  }

  /// Behind an identifier.
  var suffix: String { self == .narrow ? "-narrow" : "" }

  var isNarrow: Bool { self == .narrow }
}
