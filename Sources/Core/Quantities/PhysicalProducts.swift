// The products and quotients that exist in physics; no others compile.

/// Joules are watts times seconds.
package func * (power: Power, span: TimeSpan) -> Energy { .joules(power.watts * span.seconds) }
package func / (energy: Energy, span: TimeSpan) -> Power { .watts(energy.joules / span.seconds) }
package func / (energy: Energy, power: Power) -> TimeSpan { .seconds(energy.joules / power.watts) }
package func * (charge: Charge, voltage: Voltage) -> Energy { .joules(charge.coulombs * voltage.volts) }
package func / (energy: Energy, voltage: Voltage) -> Charge { .coulombs(energy.joules / voltage.volts) }
package func * (speed: Speed, span: TimeSpan) -> Distance {
  .metres(speed.metresPerSecond * span.seconds)
}
/// The average speed over a time.
package func / (distance: Distance, span: TimeSpan) -> Speed {
  .metresPerSecond(distance.metres / span.seconds)
}
/// How long the way takes.
package func / (distance: Distance, speed: Speed) -> TimeSpan {
  .seconds(distance.metres / speed.metresPerSecond)
}
/// How long the transfer takes; eight bits to a byte.
package func / (size: DataSize, rate: DataRate) -> TimeSpan {
  .seconds(size.bytes * 8 / rate.bitsPerSecond)
}
/// What the transfer costs; eight bits to a byte.
package func * (cost: EnergyPerBit, size: DataSize) -> Energy {
  .joules(cost.joulesPerBit * size.bytes * 8)
}
