/// One second of a drive as the fits see it. Every quantity is `nil` where the log does not know it.
package struct DrivePoint: Sendable, Hashable {
  /// Seconds, from any start.
  package var time: Double
  /// Metres along the way since the drive's start.
  package var distance: Double
  /// East and north in metres from a point that all drives share.
  package var place: SIMD2<Double>?
  /// Received power of the serving cell in dBm.
  package var level: Double?
  /// In dB.
  package var snr: Double?
  /// Identity of the serving cell.
  package var cell: Int?
  /// The radio access; numbers are the caller's.
  package var access: Int?
  /// Whether the phone says that it has no service.
  package var isOut: Bool

  package init(
    time: Double, distance: Double, place: SIMD2<Double>? = nil, level: Double? = nil, snr: Double? = nil,
    cell: Int? = nil, access: Int? = nil, isOut: Bool = false
  ) {
    self.time = time
    self.distance = distance
    self.place = place
    self.level = level
    self.snr = snr
    self.cell = cell
    self.access = access
    self.isOut = isOut
  }

  /// A longer time between two rows is a pause of the log: nothing is known across it.
  package static let longestGap = 30.0

  /// Metres; a shorter way says little of rates, shares and lengths along it.
  package static let shortestWay = 200.0
}

extension DrivePoint {
  /// A piece of a drive in one state, from its first row to the next state's first one, or to its own last one where the log ends or
  /// pauses.
  struct Stretch {
    let state: Int
    let first: DrivePoint
    fileprivate(set) var last: DrivePoint
    /// Whether it begins and ends with a change that the log shows.
    let isEntered: Bool
    fileprivate(set) var isLeft = false

    var length: Double { last.distance - first.distance }
    var seconds: Double { last.time - first.time }
  }

  /// A drive as states that follow each other. Rows without a state say nothing.
  static func stretches(_ points: [DrivePoint], _ state: (DrivePoint) -> Int?) -> [Stretch] {
    var stretches: [Stretch] = []
    for point in points {
      guard let state = state(point) else { continue }
      let k = stretches.count - 1
      let goesOn = k >= 0 && point.time - stretches[k].last.time <= longestGap
      if goesOn {
        stretches[k].last = point
        if stretches[k].state == state { continue }
        stretches[k].isLeft = true
      }
      stretches.append(Stretch(state: state, first: point, last: point, isEntered: goesOn))
    }
    return stretches
  }
}

/// What a second of a drive measured beside the signal.
package struct SignalSample: Sendable, Hashable {
  /// Seconds, from any start.
  package var time: Double
  package var drive: Int
  /// Received power in dBm.
  package var level: Double
  /// In dB.
  package var snr: Double?
  /// The rate in bit/s, above 0, or the phone's power in watts.
  package var value: Double

  package init(time: Double, drive: Int, level: Double, snr: Double? = nil, value: Double) {
    self.time = time
    self.drive = drive
    self.level = level
    self.snr = snr
    self.value = value
  }
}
