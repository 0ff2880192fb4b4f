import DeviceModel
import Core

/// Books a machine's time in its states into the ledger, once per change.
struct DwellMeter<Machine: PowerStateMachine> {
  private var state: Machine.State
  private var bin: SignalStrength
  private var cause: EnergyAttribution
  private var since = Instant.start

  init(_ machine: Machine) {
    state = machine.state
    bin = machine.signalStrength
    cause = machine.cause
  }

  /// To be called after each input, with the machine as it is now.
  @inline(__always)
  mutating func observe(_ machine: Machine, at instant: Instant, ledger: inout EnergyLedger) {
    if machine.state == state && machine.cause == cause && machine.signalStrength == bin { return }
    close(at: instant, ledger: &ledger)
    state = machine.state
    bin = machine.signalStrength
    cause = machine.cause
  }

  /// Books what is open.
  @inline(__always)
  mutating func close(at instant: Instant, ledger: inout EnergyLedger) {
    ledger.add(instant - since, component: Machine.component, state: state.rawValue, bin: bin, cause: cause)
    since = instant
  }
}
