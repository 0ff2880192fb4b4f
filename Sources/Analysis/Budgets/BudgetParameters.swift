/// Where a budget's device and network numbers come from.
package enum BudgetParameters: String, CaseIterable, Sendable {
  /// Every value at its mean: seeds differ by the day only.
  case fixed
  /// Each seed draws a device and a network too.
  case drawn
}
