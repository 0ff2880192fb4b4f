public import Quantities

/// What the phone draws besides its other components: `base.drain` with, where a profile says it, `base.background_location`, and
/// `base.travelling` on top while it travels.
///
/// Measured phones lose more on trips than at rest even when nobody asks for positions (reports/validation/fits.md):
/// the modem changes cells, the motion processor works, the system looks where it is. Gauges cannot tell these apart.
@usableFromInline package struct BaseLoad: PowerStateMachine {
  @inlinable package static var component: Component { .base }

  @usableFromInline package enum State: UInt8, ComponentState {
    case on, travelling

    @inlinable package var name: String { self == .on ? "on" : "travelling" }
  }

  package init() {}

  @inlinable package var state: State { .on }
  @inlinable package var cause: EnergyAttribution { .system }
  @inlinable package var signalStrength: SignalStrength { .strong }
  @inlinable package var deadline: Instant { .never }
}
