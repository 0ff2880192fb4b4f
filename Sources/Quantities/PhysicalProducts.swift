// The products and quotients that exist in physics; no others compile.

/// Joules are watts times seconds.
@inlinable public func * (power: Power, span: TimeSpan) -> Energy { .joules(power.watts * span.seconds) }
@inlinable public func / (energy: Energy, span: TimeSpan) -> Power { .watts(energy.joules / span.seconds) }
@inlinable public func / (energy: Energy, power: Power) -> TimeSpan { .seconds(energy.joules / power.watts) }
@inlinable public func * (charge: Charge, voltage: Voltage) -> Energy { .joules(charge.coulombs * voltage.volts) }
@inlinable public func / (energy: Energy, voltage: Voltage) -> Charge { .coulombs(energy.joules / voltage.volts) }
@inlinable public func * (speed: Speed, span: TimeSpan) -> Distance {
  .metres(speed.metresPerSecond * span.seconds)
}
/// The average speed over a time.
@inlinable public func / (distance: Distance, span: TimeSpan) -> Speed {
  .metresPerSecond(distance.metres / span.seconds)
}
/// How long the way takes.
@inlinable public func / (distance: Distance, speed: Speed) -> TimeSpan {
  .seconds(distance.metres / speed.metresPerSecond)
}
/// How long the transfer takes; eight bits to a byte.
@inlinable public func / (size: DataSize, rate: DataRate) -> TimeSpan {
  .seconds(size.bytes * 8 / rate.bitsPerSecond)
}
/// What the transfer costs; eight bits to a byte.
@inlinable public func * (cost: EnergyPerBit, size: DataSize) -> Energy {
  .joules(cost.joulesPerBit * size.bytes * 8)
}
