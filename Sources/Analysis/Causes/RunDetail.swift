package import Core
import DeviceModel
package import Simulation
package import World

/// One run with everything that is known about it, for reports that explain a day.
package struct RunDetail: Sendable {
  package var strategy: String
  package var use: StrategyUse
  /// With its timeline.
  package var record: RunRecord
  /// Energies paid per event or per byte, in order of time; they come on top of the timeline's.
  package var payments: [EnergyPayment]
  /// The same of the watch; empty for a phone on its own.
  package var watchPayments: [EnergyPayment] = []
  package var metrics: RunMetrics
  /// Where the phone really was.
  package var truth: Journey
  /// Where the truth is not known well enough for figures of accuracy.
  package var gaps: [ClosedRange<Instant>]
  package var places: [Place]
  /// The clock time of the run's start, in seconds after midnight.
  package var startOfDay: Int
  /// The cellular technology for people, such as `LTE`.
  package var radio: String

  package init(
    strategy: String, use: StrategyUse, record: RunRecord, payments: [EnergyPayment] = [],
    metrics: RunMetrics, truth: Journey, gaps: [ClosedRange<Instant>] = [], places: [Place] = [],
    startOfDay: Int = 0, radio: String = "cellular"
  ) {
    self.strategy = strategy
    self.use = use
    self.record = record
    self.payments = payments
    self.metrics = metrics
    self.truth = truth
    self.gaps = gaps
    self.places = places
    self.startOfDay = startOfDay
    self.radio = radio
  }

  /// The phone's side of a pair, without the positions, which are the watch app's; the whole for a phone on its own.
  package var phone: RunDetail {
    guard record.watch != nil else { return self }
    var own = self
    (own.record.fixes, own.record.deliveries) = ([], 0)
    return own
  }

  /// The watch's side of a pair, as if it were a phone; `nil` for a phone on its own. Its uploads go by way of the phone.
  package var watch: RunDetail? {
    guard let watch = record.watch else { return nil }
    var own = self
    own.strategy = "\(strategy) on \(watch.device)"
    own.record = RunRecord(seed: record.seed, horizon: record.horizon, prices: watch.prices, battery: watch.battery)
    own.record.ledger = watch.ledger
    own.record.timeline = watch.timeline
    own.record.wakeups = watch.wakeups
    own.record.charging = watch.charging
    own.record.batteryEmpty = watch.batteryEmpty
    (own.record.fixes, own.record.deliveries) = (record.fixes, record.deliveries)
    (own.payments, own.watchPayments) = (watchPayments, [])
    return own
  }
}

/// Moments of a run, read from its timeline and its deliveries.
package struct RunAnnotations: Sendable, Equatable {
  /// Each callback that brought positions, and how many it brought.
  package struct Delivery: Sendable, Equatable {
    package let instant: Instant
    package let fixes: Int
  }

  package let deliveries: [Delivery]
  /// When a radio began to send for an app's upload. Uploads that wait in one queue go out as one transfer.
  package let uploads: [Instant]
  /// When the processor left suspension for an app.
  package let wakeups: [Instant]

  /// - Parameter record: a run that kept its timeline.
  package init(_ record: RunRecord) {
    var deliveries: [Delivery] = []
    for fix in record.fixes {
      if let last = deliveries.last, last.instant == fix.delivered {
        deliveries[deliveries.count - 1] = Delivery(instant: fix.delivered, fixes: last.fixes + 1)
      } else {
        deliveries.append(Delivery(instant: fix.delivered, fixes: 1))
      }
    }
    self.deliveries = deliveries

    var (uploads, wakeups): ([Instant], [Instant]) = ([], [])
    var sendingUntil: [Instant?] = Array(repeating: nil, count: Component.allCases.count)
    var wasSuspended = false
    for segment in record.timeline {
      let component = Int(segment.component.rawValue)
      if segment.cause.purpose == .upload, Self.isSending(segment) {
        if sendingUntil[component] != segment.start { uploads.append(segment.start) }
        sendingUntil[component] = segment.end
      }
      if segment.component == .processor {
        let isSuspended = segment.state == ApplicationProcessor.State.suspended.rawValue
        if wasSuspended, !isSuspended, segment.cause.app > 0 { wakeups.append(segment.start) }
        wasSuspended = isSuspended
      }
    }
    self.uploads = uploads
    self.wakeups = wakeups
  }

  private static func isSending(_ segment: StateSegment) -> Bool {
    switch segment.component {
    case .wifi: segment.state == WiFiRadio.State.transmitting.rawValue
    case .cellular:
      switch CellularRadio.State.decoded(segment.state)?.state {
      case .transferring, .dch, .nrConnected: true
      default: false
      }
    default: false
    }
  }
}
