/// On which pages a drawing is shown: some have a second one for narrow screens.
enum ChartLayout: Sendable {
  case any, wide, narrow

  /// Without a style sheet, the wide one is shown. On paper a tall one may take a page.
  func attributes(isTall: Bool) -> String {
    switch self {
    case .any: ""
    case .wide: " class=\"wide\(isTall ? " tall" : "")\""
    case .narrow: " class=\"narrow\" display=\"none\""
    }
  }

  /// Behind an identifier.
  var suffix: String { self == .narrow ? "-narrow" : "" }

  var isNarrow: Bool { self == .narrow }
}
