public import Quantities

/// What the phone draws all the time besides its other components: one state, one power (`base.drain` and, where a profile
/// says it, `base.background_location`).
public struct BaseLoad: PowerStateMachine {
  public static let component = Component.base

  public enum State: UInt8, ComponentState {
    case on

    public var name: String { "on" }
  }

  public init() {}

  @inlinable public var state: State { .on }
  @inlinable public var cause: Cause { .system }
  @inlinable public var signalBin: SignalBin { .strong }
  @inlinable public var deadline: Instant { .never }
}
