import ArgumentParser
import Quantities

/// A voltage with its unit, such as `3.8V`.
struct VoltageArgument: ExpressibleByArgument {
  let volts: Double

  init?(argument: String) {
    guard let voltage = try? Voltage(parsing: argument), voltage.volts > 0, voltage.volts <= 1000 else { return nil }
    volts = voltage.volts
  }
}
