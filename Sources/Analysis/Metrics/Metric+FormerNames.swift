extension Metric {
  /// Today's name of a column by the name that it had in an earlier version; `nil` for any other text.
  package static func current(ofFormer column: String) -> String? {
    guard column.hasPrefix("way_") else { return nil }
    let name = "moving_" + column.dropFirst(4)
    return allCases.contains { $0.column == name } ? name : nil
  }
}
