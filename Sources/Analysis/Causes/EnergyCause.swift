package import Core
package import DeviceModel
package import Simulation

/// What a part of a run's energy was for: one component in one role for one cause.
package struct EnergyCause: Sendable, Equatable {
  package let component: Component
  package let role: StateRole
  package let cause: EnergyAttribution
  /// How long the component was in the role; events and bytes take no time of their own.
  package let span: TimeSpan
  package let energy: Energy
  /// Of the run's energy, 0 to 1.
  package let share: Double

  /// All causes of a run, the largest first. Their energies add up to the run's, events and bytes included, which count
  /// as work.
  package static func all(of record: RunRecord) -> [EnergyCause] {
    let breakdown = EnergyBreakdown(ledger: record.ledger, prices: record.prices)
    struct Key: Hashable {
      let component: Component
      let role: StateRole
      let cause: EnergyAttribution
    }
    let parts = breakdown.lines.map { line in
      let (role, span): (StateRole, TimeSpan) =
        if case .state(let state, _, let dwell) = line.kind { (StateRole(line.component, state: state), dwell) } else {
          (.work, .zero)
        }
      return (key: Key(component: line.component, role: role, cause: line.cause), span: span, energy: line.energy)
    }
    let total = breakdown.total
    let causes = parts.grouped(by: \.key).map { same in
      let (key, energy) = (same[0].key, same.reduce(.zero) { $0 + $1.energy })
      return EnergyCause(
        component: key.component, role: key.role, cause: key.cause, span: same.reduce(.zero) { $0 + $1.span },
        energy: energy, share: total > .zero ? energy / total : 0)
    }
    // Stable for equal energies, so that equal runs give equal pages.
    return causes.enumerated().sorted { ($1.element.energy, $0.offset) < ($0.element.energy, $1.offset) }.map(\.element)
  }
}

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
