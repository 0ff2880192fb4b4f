public import Quantities

/// What the phone draws besides its other components: `base.drain` with, where a profile says it, `base.background_location`, and
/// `base.travelling` on top while it travels.
///
/// Measured phones lose more on trips than at rest even when nobody asks for positions (reports/validation/fits.md):
/// the modem changes cells, the motion processor works, the system looks where it is. Gauges cannot tell these apart.
public struct BaseLoad: PowerStateMachine {
  public static let component = Component.base

  public enum State: UInt8, ComponentState {
    case on, travelling

    public var name: String { self == .on ? "on" : "travelling" }
  }

  public init() {}

  @inlinable public var state: State { .on }
  @inlinable public var cause: EnergyAttribution { .system }
  @inlinable public var signalBin: SignalStrength { .strong }
  @inlinable public var deadline: Instant { .never }
}
