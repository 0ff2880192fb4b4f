package import DeviceModel
import Core

extension EnergyBreakdown {
  /// Share of the energy that is booked to apps, their time on the screen left out, 0 to 1; `nil` without energy.
  package var locationShare: Double? {
    let total = total
    guard total > .zero else { return nil }
    let location = energy { $0.cause.app > 0 && $0.cause.purpose != .foreground }
    return min(max(location / total, 0), 1)
  }
}
