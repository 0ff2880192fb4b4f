import Analysis
import Core
import DeviceModel

/// Causes of energy as sentences: `Uploads kept LTE in its tail for 3 h 12 min: 31 % of the energy (1204 J).`
enum CauseSentence {
  /// - Parameter radio: what the cellular technology is called, such as `LTE`.
  static func text(_ cause: EnergyCause, radio: String) -> String {
    let time = cause.span > .zero ? " for \(Figure.time(cause.span))" : ""
    let deed = deed(cause, radio: radio)
    let subject = cause.component == .base ? deed : "\(who(cause.cause)) \(deed)\(time)"
    return "\(subject): "
      + "\(Figure.percent(cause.share))\u{A0}% of the energy (\(Figure.text(cause.energy.joules))\u{A0}J)."
  }

  /// The largest causes, as many as there are up to `limit`.
  static func list(_ causes: [EnergyCause], limit: Int, radio: String) -> [String] {
    causes.prefix(limit).filter { $0.energy > .zero }.map { text($0, radio: radio) }
  }

  static func who(_ cause: EnergyAttribution) -> String {
    let name =
      switch cause.purpose {
      case .system: "The phone by itself"
      case .fix: "Getting positions"
      case .upload: "Uploads"
      case .lookup: "Look-ups of access points and satellites"
      case .service: "Location services in the background"
      case .app: "The app's own code"
      case .foreground: "The app on the screen"
      case .accessory: "The link to the accessory"
      }
    return cause.app > 1 ? "\(name) (app \(cause.app))" : name
  }

  private static func deed(_ cause: EnergyCause, radio: String) -> String {
    switch (cause.component, cause.role) {
    case (.base, _): "Baseline (memory and power management)"
    case (.gnss, .prepare): "had GNSS search for satellites"
    case (.gnss, .work): "had GNSS track satellites"
    case (.cellular, .prepare): "had \(radio) look for the network or connect"
    case (.cellular, .tail): "kept \(radio) in its tail"
    case (.cellular, .work): "sent and received over \(radio)"
    case (.wifi, .work): "scanned, sent or received over Wi-Fi"
    case (.processor, .prepare): "woke the processor or launched the app"
    case (.processor, .wait): "kept the processor awake"
    case (.processor, .work): "ran on the processor"
    case (.processor, .rest): "left the processor suspended"
    case (.processor, .tail): "let the processor linger"
    case (.cellular, .rest): "kept \(radio) idle"
    case (.cellular, .wait): "kept \(radio) awake"
    case (.wifi, .rest): "kept Wi-Fi in power save or off"
    case (.bluetooth, .rest): "kept Bluetooth idle or off"
    case (.gnss, .rest): "kept GNSS off"
    case (.bluetooth, .work): "scanned and sent over Bluetooth"
    case (let component, .tail): "kept \(ChartWords.title(of: component)) in its tail"
    case (let component, .wait): "kept \(ChartWords.title(of: component)) awake"
    case (let component, .prepare): "got \(ChartWords.title(of: component)) ready"
    }
  }
}

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

/// What charts and sentences call the parts of a phone.
enum ChartWords {
  static func title(of component: Component) -> String {
    switch component {
    case .gnss: "GNSS"
    case .wifi: "Wi-Fi"
    case .cellular: "Cellular"
    case .bluetooth: "Bluetooth"
    case .processor: "Processor"
    case .base: "Base"
    }
  }

  /// What a component does in a role, in a word or two.
  static func doing(_ component: Component, _ role: StateRole) -> String {
    switch (component, role) {
    case (_, .rest): "at rest"
    case (_, .tail): "tail"
    case (_, .wait): "awake"
    case (.gnss, .prepare): "acquiring"
    case (.gnss, .work): "tracking"
    case (.processor, .prepare): "waking, launching"
    case (.processor, .work): "running"
    case (_, .prepare): "searching, connecting"
    case (.cellular, .work): "transfer"
    case (.base, .work): "on"
    case (_, .work): "scan, transfer"
    }
  }
}
