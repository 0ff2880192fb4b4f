import DeviceModel

/// Causes as files and tables call them.
enum CauseName {
  static func of(_ purpose: EnergyAttribution.Purpose) -> String { "\(purpose)" }

  /// `upload, app 1` or `system`.
  static func of(_ cause: EnergyAttribution) -> String {
    let purpose = of(cause.purpose)
    if cause.app > 0 { return "\(purpose), app \(cause.app)" }
    return cause.purpose == .system ? purpose : "\(purpose), system"
  }
}
