import DeviceModel
import Core

/// The segment a component is in: since when, in which state, why.
struct ComponentTrack {
  let component: Component
  private(set) var state: UInt8 = 0
  private(set) var bin = SignalStrength.strong
  private(set) var cause = EnergyAttribution.system
  private(set) var since = Instant.start

  init(_ component: Component) { self.component = component }

  /// What the component is in before the run: nothing is accounted for until then.
  mutating func begin(in state: UInt8) { self.state = state }

  /// What the component was in until now is closed if state, signal or cause have changed.
  @inline(__always)
  mutating func follow<Observer>(
    _ state: UInt8, _ bin: SignalStrength, _ cause: EnergyAttribution, _ account: inout RunAccount<Observer>,
    at now: Instant
  ) {
    guard state != self.state || bin != self.bin || cause != self.cause else { return }
    account.close(self, at: now)
    (self.state, self.bin, self.cause, since) = (state, bin, cause, now)
    account.announcePower(of: self, at: now)
  }
}

/// A machine with the segment it is in and its timer. The machine is `nil` where the device has none: its segment lasts.
///
/// After each input to the machine `settle` must be called: it closes the segment that has ended, and arms the timer.
struct DrivenComponent<Machine> {
  var machine: Machine
  private(set) var track: ComponentTrack
  private let slot: Int
}

extension DrivenComponent where Machine: PowerStateMachine {
  init(_ machine: Machine, slot: Int) {
    self.init(machine: machine, track: ComponentTrack(Machine.component), slot: slot)
  }

  @inline(__always)
  mutating func settle<Observer>(
    _ account: inout RunAccount<Observer>, _ timers: inout SlotTimers, at now: Instant
  ) {
    track.follow(machine.stateCode, machine.signalStrength, machine.cause, &account, at: now)
    timers.arm(slot, at: machine.deadline)
  }
}

extension DrivenComponent {
  init<Present: PowerStateMachine>(_ machine: Present?, slot: Int) where Machine == Present? {
    self.init(machine: machine, track: ComponentTrack(Present.component), slot: slot)
  }

  @inline(__always)
  mutating func settle<Observer, Present: PowerStateMachine>(
    _ account: inout RunAccount<Observer>, _ timers: inout SlotTimers, at now: Instant
  ) where Machine == Present? {
    guard let machine else { return }
    track.follow(machine.stateCode, machine.signalStrength, machine.cause, &account, at: now)
    timers.arm(slot, at: machine.deadline)
  }
}
