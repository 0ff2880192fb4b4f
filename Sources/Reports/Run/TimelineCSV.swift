import DeviceModel
import Quantities
public import Simulation

/// The states of every component over one run, one row per segment.
///
/// `energy_J` is power times dwell; energies paid per event or per byte are in the ledger only. `app` is 0 for the
/// system and counts apps from 1; `cause` is what the energy is for. The components of a watch come after the phone's,
/// under names that begin with `watch_`.
public struct TimelineCSV: Sendable {
  public init() {}

  public static let columns = ["start_s", "end_s", "component", "state", "cause", "app", "power_mW", "energy_J"]

  /// - Parameter record: a run that kept its timeline.
  public func render(_ record: RunRecord) -> String {
    var text = CSVLine.text(Self.columns)
    text.reserveCapacity(record.timeline.count * 64)
    Self.append(record.timeline, record.prices, prefix: "", to: &text)
    if let watch = record.watch { Self.append(watch.timeline, watch.prices, prefix: "watch_", to: &text) }
    return text
  }

  private static func append(_ timeline: [StateSegment], _ prices: PowerTable, prefix: String, to text: inout String) {
    for segment in timeline {
      let power = prices.power(segment.component, state: segment.state, bin: segment.bin)
      let energy = power * (segment.end - segment.start)
      text += CSVLine.seconds(segment.start.nanoseconds)
      text += ","
      text += CSVLine.seconds(segment.end.nanoseconds)
      text += ",\(prefix)\(segment.component.name),"
      text += ComponentStates.name(of: segment.component, state: segment.state)
      text += ",\(CauseName.of(segment.cause.purpose)),\(segment.cause.app),"
      text += CSVLine.number(power.milliwatts)
      text += ","
      text += CSVLine.number(energy.joules)
      text += "\n"
    }
  }
}
