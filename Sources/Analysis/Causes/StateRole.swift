package import DeviceModel

/// What a component does in a state, as pictures and sentences tell it: the states of all radios and of the processor
/// in five words, from cheap to dear.
package enum StateRole: Int, CaseIterable, Sendable, Hashable {
  /// Nothing, or as little as possible: off, idle, suspended, power save.
  case rest
  /// Kept ready after work, in case more comes: the radio's tail, DRX, the receiver's sleep.
  case tail
  /// Awake without work of its own.
  case wait
  /// On the way to work: promotion, acquisition, resuming, launching, the search for a network.
  case prepare
  /// What it is there for: tracking, scanning, transferring, running code.
  case work

  package init(_ component: Component, state: UInt8) {
    switch component {
    case .gnss: self = Self.role(GNSSReceiver.State(rawValue: state))
    case .wifi: self = Self.role(WiFiRadio.State(rawValue: state))
    case .cellular: self = Self.role(CellularRadio.State.decoded(state)?.state)
    case .bluetooth: self = Self.role(BluetoothRadio.State(rawValue: state))
    case .processor: self = Self.role(ApplicationProcessor.State(rawValue: state))
    case .base: self = .rest
    }
  }

  private static func role(_ state: GNSSReceiver.State?) -> StateRole {
    switch state {
    case .off, nil: .rest
    case .sleeping: .tail
    case .acquiringHot, .acquiringAssisted, .acquiringExtended, .acquiringWarm, .acquiringCold: .prepare
    case .tracking, .dutyCycled, .batching: .work
    }
  }

  private static func role(_ state: WiFiRadio.State?) -> StateRole {
    switch state {
    case .off, .powerSave, nil: .rest
    case .tail: .tail
    case .active: .wait
    case .scanPartial, .scanFull, .transmitting, .receiving: .work
    }
  }

  /// 3G's DCH and NR's connected state hold bytes and their timers alike; they count as work.
  private static func role(_ state: CellularRadio.State?) -> StateRole {
    switch state {
    case .off, .idle, nil: .rest
    case .connected, .shortDRX, .longDRX, .fach, .inactive, .nrTail: .tail
    case .searching, .promotion, .fachPromotion, .resuming, .nrSwitch: .prepare
    case .transferring, .dch, .nrConnected: .work
    }
  }

  private static func role(_ state: BluetoothRadio.State?) -> StateRole {
    switch state {
    case .off, .idle, nil: .rest
    case .link: .wait
    case .backgroundScan, .foregroundScan, .linkedBackgroundScan, .linkedForegroundScan, .message: .work
    }
  }

  private static func role(_ state: ApplicationProcessor.State?) -> StateRole {
    switch state {
    case .suspended, nil: .rest
    case .awakeIdle, .locationSession, .wifiSession, .dozingSession: .wait
    case .resuming, .launching: .prepare
    case .active: .work
    }
  }
}
