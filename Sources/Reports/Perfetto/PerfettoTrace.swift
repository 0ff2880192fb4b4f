package import Analysis
import DeviceModel
import Core
import Simulation

/// One run as a trace for Perfetto (https://ui.perfetto.dev), in its native protobuf form.
///
/// A group of tracks for the phone, and one for the watch if there is one. In it stands a track per component with a slice
/// per state (signal, cause, app and power as arguments), counters of the device's
/// power and of the energy drawn so far, and instants for deliveries, uploads and wake-ups. Time 0 is the run's start.
///
/// Field numbers are those of `perfetto/protos/perfetto/trace/trace_packet.proto`, `track_event/track_event.proto`,
/// `track_event/track_descriptor.proto`, `track_event/counter_descriptor.proto`, `track_event/debug_annotation.proto`
/// and `interned_data/interned_data.proto`.
package struct PerfettoTrace: Sendable {
  /// The energy counter has a value at most this often, and one at the end.
  static let energyStep = TimeSpan.seconds(1)

  package init() {}

  /// - Parameter detail: a run that kept its timeline.
  package func render(_ detail: RunDetail, context: ReportContext) -> [UInt8] {
    let segments = detail.record.timeline.count + (detail.record.watch?.timeline.count ?? 0)
    var stream = PerfettoStream(reserving: segments * 96 + 4096)
    write(detail.phone, name: "\(detail.strategy): \(context.subtitle)", rank: 0, to: &stream)
    if let watch = detail.watch {
      stream.firstTrack = 64
      write(watch, name: "the watch: \(watch.strategy)", rank: 1, to: &stream)
    }
    return stream.bytes
  }

  private func write(_ detail: RunDetail, name: String, rank: Int, to stream: inout PerfettoStream) {
    stream.track(.root, name: name, parent: nil, rank: rank)
    for component in Component.allCases where detail.record.timeline.contains(where: { $0.component == component }) {
      stream.track(
        .component(component), name: ChartWords.title(of: component), parent: .root, rank: Int(component.rawValue) + 3)
    }
    stream.track(.power, name: "Power", unit: "mW", parent: .root, rank: 1)
    stream.track(.energy, name: "Energy", unit: "J", parent: .root, rank: 2)
    writeStates(detail, to: &stream)
    writeMarks(RunAnnotations(detail.record), to: &stream)
  }

  private func writeStates(_ detail: RunDetail, to stream: inout PerfettoStream) {
    let record = detail.record
    var powers = [Power](repeating: .zero, count: Component.allCases.count)
    var isOpen = [Bool](repeating: false, count: Component.allCases.count)
    var (energy, now, lastWritten) = (Energy.zero, Instant.start, Instant?.none)
    var payments = detail.payments[...]
    func total() -> Power { powers.reduce(.zero, +) }
    func advance(to instant: Instant) {
      energy += total() * (instant - now)
      now = instant
      while let payment = payments.first, payment.instant <= instant {
        energy += payment.energy
        payments = payments.dropFirst()
      }
    }
    var index = 0
    while index < record.timeline.count {
      let instant = record.timeline[index].start
      advance(to: instant)
      // Ends before beginnings, so that no slice of a track lies inside its predecessor.
      while index < record.timeline.count, record.timeline[index].start == instant {
        let segment = record.timeline[index]
        let number = Int(segment.component.rawValue)
        let power = record.prices.power(segment.component, state: segment.state, bin: segment.bin)
        if isOpen[number] { stream.end(.component(segment.component), at: instant) }
        stream.begin(segment, power: power, at: instant)
        (isOpen[number], powers[number]) = (true, power)
        index += 1
      }
      stream.value(.power, total().milliwatts, at: instant)
      if lastWritten.map({ instant - $0 >= Self.energyStep }) ?? true {
        stream.value(.energy, energy.joules, at: instant)
        lastWritten = instant
      }
    }
    advance(to: record.horizon)
    for component in Component.allCases where isOpen[Int(component.rawValue)] {
      stream.end(.component(component), at: record.horizon)
    }
    stream.value(.energy, energy.joules, at: record.horizon)
    stream.value(.power, 0, at: record.horizon)
  }

  private func writeMarks(_ marks: RunAnnotations, to stream: inout PerfettoStream) {
    stream.track(.deliveries, name: "Deliveries", parent: .root, rank: 20)
    for delivery in marks.deliveries {
      stream.instant(.deliveries, "delivery", fixes: delivery.fixes, at: delivery.instant)
    }
    stream.track(.uploads, name: "Uploads", parent: .root, rank: 21)
    for instant in marks.uploads { stream.instant(.uploads, "upload", fixes: nil, at: instant) }
    stream.track(.wakeups, name: "Wake-ups", parent: .root, rank: 22)
    for instant in marks.wakeups { stream.instant(.wakeups, "wake-up", fixes: nil, at: instant) }
  }
}
