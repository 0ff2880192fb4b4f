import DeviceModel
package import Core
package import Simulation

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
