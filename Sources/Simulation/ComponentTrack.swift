import DeviceModel
import Quantities

/// The segment a component is in: since when, in which state, why.
struct ComponentTrack {
  let component: Component
  var state: UInt8
  var bin: SignalStrength
  var cause: EnergyAttribution
  var since: Instant

  init(_ component: Component, state: UInt8, bin: SignalStrength = .strong, cause: EnergyAttribution = .system) {
    self.component = component
    self.state = state
    self.bin = bin
    self.cause = cause
    since = .start
  }
}
