import DeviceModel
import Core

/// Drives one machine as the simulation does and keeps its timeline.
struct Trace<Machine: PowerStateMachine> {
  var machine: Machine
  private(set) var clock = Instant.start
  private(set) var ledger = EnergyLedger()
  /// State name, cause and length of each stretch; neighbours that are equal are one.
  private(set) var stretches: [(name: String, cause: EnergyAttribution, span: TimeSpan)] = []
  private let fire: (inout Machine, Instant) -> Void

  init(_ machine: Machine, fire: @escaping (inout Machine, Instant) -> Void) {
    self.machine = machine
    self.fire = fire
  }

  /// Lets timers fire up to and including `instant`.
  mutating func advance(to instant: Instant) {
    var guardCount = 0
    while machine.deadline <= instant {
      let due = machine.deadline
      precondition(due >= clock, "a deadline lies in the past")
      account(until: due)
      fire(&machine, due)
      guardCount += 1
      precondition(guardCount < 1_000_000, "the machine does not come to rest")
    }
    account(until: instant)
  }

  mutating func advance(to seconds: Double) { advance(to: .seconds(seconds)) }

  /// Lets earlier timers fire, then gives an input; a timer due at the same instant has not fired.
  mutating func input(at seconds: Double, _ body: (inout Machine, Instant) -> Void) {
    input(at: .seconds(seconds), body)
  }

  mutating func input(at instant: Instant, _ body: (inout Machine, Instant) -> Void) {
    advance(to: Instant(nanoseconds: instant.nanoseconds - 1))
    account(until: instant)
    body(&machine, instant)
  }

  private mutating func account(until instant: Instant) {
    let span = instant - clock
    clock = max(clock, instant)
    guard span > .zero else { return }
    ledger.add(
      span, component: Machine.component, state: machine.stateCode, bin: machine.signalStrength, cause: machine.cause)
    let name = ComponentStates.name(of: Machine.component, state: machine.stateCode)
    if let last = stretches.last, last.name == name, last.cause == machine.cause {
      stretches[stretches.count - 1].span += span
    } else {
      stretches.append((name, machine.cause, span))
    }
  }

  /// Such as `idle 1 | promotion 0.26 | idle 3`.
  var timeline: String {
    stretches.map { "\($0.name) \(DecimalText.significant($0.span.seconds, digits: 9))" }.joined(separator: " | ")
  }

  func dwell(_ state: Machine.State) -> TimeSpan { ledger.dwell(Machine.component, state: state.rawValue) }

  func energy(_ prices: PowerTable) -> Energy { EnergyBreakdown(ledger: ledger, prices: prices).total }

  var totalDwell: TimeSpan {
    EnergyLedger.states(of: Machine.component).reduce(.zero) { $0 + ledger.dwell(Machine.component, state: $1) }
  }
}

extension Trace where Machine == CellularRadio {
  init(_ network: NetworkProfile) throws {
    self.init(CellularRadio(network: try network.parameters(mode: .fixed))) { $0.timerFired(at: $1) }
  }

  mutating func upload(at seconds: Double, bytes: Int64 = 0, down: Int64 = 0, app: Int = 1) {
    input(at: seconds) {
      $0.transfer(
        RadioTransfer(id: 1, uplinkBytes: bytes, downlinkBytes: down, cause: EnergyAttribution(.upload, app: app)),
        at: $1)
    }
  }

  var promotions: Int { stretches.count { $0.name == "promotion" } }
}
