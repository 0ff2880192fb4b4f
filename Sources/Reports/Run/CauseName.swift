import DeviceModel

/// Causes as files and tables call them.
enum CauseName {
  static func of(_ purpose: EnergyAttribution.Purpose) -> String {
    switch purpose {
    case .system: "system"
    case .fix: "fix"
    case .upload: "upload"
    case .lookup: "lookup"
    case .service: "service"
    case .app: "app"
    case .foreground: "foreground"
    case .accessory: "accessory"
    }
  }

  /// `upload, app 1` or `system`.
  static func of(_ cause: EnergyAttribution) -> String {
    let purpose = of(cause.purpose)
    if cause.app > 0 { return "\(purpose), app \(cause.app)" }
    return cause.purpose == .system ? purpose : "\(purpose), system"
  }
}
