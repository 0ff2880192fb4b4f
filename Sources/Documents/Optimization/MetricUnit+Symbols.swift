import Analysis
import Core

extension MetricUnit {
  /// Units in which limits can be written; the first is the column's own, and may be left out.
  var symbols: [UnitSymbol] {
    let bare = [UnitSymbol("", 1)]
    return switch self {
    case .joules: bare + Energy.units
    case .milliwatts: bare + Power.units.map { UnitSymbol($0.symbol, $0.factor * 1_000) }
    case .percentPerHour: bare + [UnitSymbol("%/h", 1), UnitSymbol("%", 1)]
    case .perHour: bare + [UnitSymbol("/h", 1)]
    case .metres: bare + Distance.units
    case .seconds: bare + TimeSpan.units
    case .hours: bare + TimeSpan.units.map { UnitSymbol($0.symbol, $0.factor / 3_600) }
    case .share, .excess: bare + [UnitSymbol("%", 0.01)]
    case .count: bare
    }
  }
}
