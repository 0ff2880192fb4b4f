package import Analysis
import Core
import DeviceModel
package import Simulation
package import World

/// The states of every component over one run, one row per segment, and what is paid beside them: `energy_J` adds up to
/// the run's energy.
///
/// `energy_J` is power times dwell. An energy paid per event or per byte is a row of no length and without a power, named
/// after what it pays for. `app` is 0 for the system and counts apps from 1; `cause` is what the energy is for. The
/// components of a watch come after the phone's, under names that begin with `watch_`.
package struct TimelineCSV: Sendable {
  package init() {}

  package static let columns = ["start_s", "end_s", "component", "state", "cause", "app", "power_mW", "energy_J"]

  /// - Parameter detail: a run that kept its timeline and its payments.
  package func render(_ detail: RunDetail) -> String {
    let record = detail.record
    var text = CSVLine.text(Self.columns)
    text.reserveCapacity((record.timeline.count + detail.payments.count) * 64)
    Self.append(record.timeline, detail.payments, record.prices, prefix: "", to: &text)
    if let watch = record.watch {
      Self.append(watch.timeline, detail.watchPayments, watch.prices, prefix: "watch_", to: &text)
    }
    return text
  }

  /// In order of time; at one instant payments come after what they are for has ended, before what begins.
  private static func append(
    _ timeline: [StateSegment], _ payments: [EnergyPayment], _ prices: PowerTable, prefix: String,
    to text: inout String
  ) {
    var left = payments[...]
    func pay(until instant: Instant) {
      while let payment = left.first, payment.instant <= instant {
        left.removeFirst()
        // What is free on this phone is no row.
        guard payment.energy != .zero else { continue }
        row(
          payment.instant, payment.instant, prefix + payment.component.name, name(of: payment.kind), payment.cause,
          power: nil, payment.energy, to: &text)
      }
    }
    for segment in timeline {
      pay(until: segment.start)
      let power = prices.power(segment.component, state: segment.state, bin: segment.bin)
      row(
        segment.start, segment.end, prefix + segment.component.name,
        ComponentStates.name(of: segment.component, state: segment.state), segment.cause, power: power,
        power * (segment.end - segment.start), to: &text)
    }
    if let last = left.last { pay(until: last.instant) }
  }

  private static func row(
    _ start: Instant, _ end: Instant, _ component: String, _ state: String, _ cause: EnergyAttribution, power: Power?,
    _ energy: Energy, to text: inout String
  ) {
    text += CSVLine.seconds(start.nanoseconds)
    text += ","
    text += CSVLine.seconds(end.nanoseconds)
    text += ",\(component),\(state),\(CauseName.of(cause.purpose)),\(cause.app),"
    text += CSVLine.number(power.map { Self.decimal($0.milliwatts, scale: 1e9) })
    text += ","
    text += CSVLine.number(Self.decimal(energy.joules, scale: 1e12))
    text += "\n"
  }

  /// The decimal number that a product stands for, without the last bits that arithmetic changed: picojoules and picowatts.
  private static func decimal(_ value: Double, scale: Double) -> Double { (value * scale).rounded() / scale }

  private static func name(of kind: EnergyPayment.Kind) -> String {
    switch kind {
    case .event(let charge): charge.name
    case .bytes(let direction, let access): ComponentStates.name(of: direction, on: access)
    }
  }
}

/// Every position one run's app got, in the order of delivery.
///
/// `error_m` is the distance to the truth at the position's own timestamp: the error of positioning, without what the
/// user moved until the delivery.
package struct DeliveriesCSV: Sendable {
  package init() {}

  package static let columns = [
    "delivered_s", "timestamp_s", "latitude_deg", "longitude_deg", "horizontal_accuracy_m", "error_m",
  ]

  package func render(_ record: RunRecord, truth: Journey) -> String {
    var text = CSVLine.text(Self.columns)
    text.reserveCapacity(record.fixes.count * 96)
    var cursor = JourneyCursor(truth)
    for fix in record.fixes {
      let position = GeodeticPosition(fix.position)
      let error = cursor.position(at: fix.timestamp).distance(to: fix.position)
      text += CSVLine.text([
        CSVLine.seconds(fix.delivered.nanoseconds), CSVLine.seconds(fix.timestamp.nanoseconds),
        CSVLine.number(position.latitude), CSVLine.number(position.longitude),
        CSVLine.number(fix.horizontalAccuracy), CSVLine.number(error),
      ])
    }
    return text
  }
}
