import Core
package import Simulation
package import World

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
