package import Core

/// Something the day does to the phone or to the app, at a known instant.
package struct ScriptEvent: Sendable, Hashable {
  package enum Kind: String, CaseIterable, Sendable {
    /// The user brings the app to the screen (launching it when needed).
    case foreground
    /// The user leaves the app.
    case background
    /// The system ends the app's process for want of memory.
    case terminate
    /// The user removes the app from the app switcher.
    case forceQuit = "force_quit"
    /// The phone restarts; until the first unlock no app is started.
    case reboot
    /// The first unlock after a restart.
    case unlock
    /// The system grants the app a background app refresh.
    case backgroundRefresh = "background_refresh"
    case screenOn = "screen_on"
    case screenOff = "screen_off"
    case chargerOn = "charger_on"
    case chargerOff = "charger_off"
    case airplaneOn = "airplane_on"
    case airplaneOff = "airplane_off"
    /// The user changes the app's rights in Settings.
    case allowAlways = "allow_always"
    case allowWhileUsing = "allow_while_using"
    case denyLocation = "deny_location"
    case preciseOn = "precise_on"
    case preciseOff = "precise_off"
    /// The user raises the wrist and opens the app on the watch.
    case watchForeground = "watch_foreground"
    /// The user lets the wrist sink, or turns to something else on the watch.
    case watchBackground = "watch_background"
    /// The app on the watch is ended.
    case watchTerminate = "watch_terminate"
    case watchChargerOn = "watch_charger_on"
    case watchChargerOff = "watch_charger_off"
    /// The user switches Wi-Fi off, and on again.
    case wifiOff = "wifi_off"
    case wifiOn = "wifi_on"
    /// The user switches cellular data off, as abroad, and on again; the phone stays on its cells.
    case dataOff = "data_off"
    case dataOn = "data_on"
    /// Low Power Mode or Battery Saver is switched on, and off.
    case lowPowerOn = "low_power_on"
    case lowPowerOff = "low_power_off"
    /// The app's server sends it a message that shows nothing.
    case push
  }

  package let instant: Instant
  package let kind: Kind

  package init(instant: Instant, kind: Kind) {
    self.instant = instant
    self.kind = kind
  }
}

extension ScriptEvent {
  /// The event as one of the devices sees it; `nil` when it is the other one's. Airplane mode is mirrored, and the two
  /// apps share one authorization (2015 session).
  func seen(by carriedDevice: CarriedDevice) -> ScriptEvent? {
    let onPhone: Kind?
    let onWatch: Kind?
    switch kind {
    case .watchForeground: (onPhone, onWatch) = (nil, .foreground)
    case .watchBackground: (onPhone, onWatch) = (nil, .background)
    case .watchTerminate: (onPhone, onWatch) = (nil, .terminate)
    case .watchChargerOn: (onPhone, onWatch) = (nil, .chargerOn)
    case .watchChargerOff: (onPhone, onWatch) = (nil, .chargerOff)
    case .airplaneOn, .airplaneOff, .allowAlways, .allowWhileUsing, .denyLocation, .preciseOn, .preciseOff:
      (onPhone, onWatch) = (kind, kind)
    default: (onPhone, onWatch) = (kind, nil)
    }
    return (carriedDevice == .phone ? onPhone : onWatch).map { ScriptEvent(instant: instant, kind: $0) }
  }
}
