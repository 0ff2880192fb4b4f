import Estimation
package import FileFormats
import Core
import Reports
import World

/// The logs of a fit, put together into drives.
///
/// Logs of satellites and positions that were recorded during a radio log are laid over it second by second; every other
/// log is a drive of its own. A log that pauses for half an hour and more holds several drives.
package struct DriveData {
  /// Seconds without a row that divide two drives.
  private static let longestPause = 1_800.0
  /// Fewer rows beside a longer drive are no drive: their times may be wrong.
  private static let fewestRows = 10

  struct Drive {
    let name: String
    var samples: [DriveSample]
    let path: DrivePath
    let points: [DrivePoint]
    /// Whether the samples' times are UTC.
    let knowsZone: Bool
    /// Of the logs it is made of.
    let files: [String]
  }

  private(set) var drives: [Drive] = []
  let logs: [DriveLog]
  private(set) var inputs: [FitReport.Input] = []
  /// Identities of cells, by number.
  private(set) var cells: [String] = []
  /// From a log's first record to its first fix.
  let searches: [(file: String, seconds: Double)]
  private(set) var warnings: [String] = []
  /// Where the logs' plane touches the ground.
  private(set) var origin: EarthVector?
  /// Where towers stand, by cell.
  private(set) var towers: [Int: SIMD2<Double>] = [:]

  /// A log with what was laid over it.
  private struct Draft {
    let log: DriveLog
    var samples: [DriveSample]
    var files: [String]
    var name = ""
  }

  package init(_ files: [String], reader: DriveLogReader) throws(InputError) {
    var logs: [DriveLog] = []
    for file in files { logs.append(try reader.read(path: file)) }
    self.logs = logs
    searches = logs.flatMap { log in log.searches.map { (log.file, $0) } }
    for log in logs { inputs.append(Self.input(log)) }
    if Set(logs.map(\.digest)).count < logs.count {
      warnings.append("two logs are the same file: it counts twice, and intervals come out too narrow")
    }
    var made: [Draft] = []
    // The longest first: a file of tests has fewer rows than the log beside it.
    for log in logs.filter(\.tellsOfRadio).sorted(by: { $0.samples.count > $1.samples.count }) {
      guard let index = made.firstIndex(where: { Self.isBeside(log, $0.log) }) else {
        made.append(Draft(log: log, samples: log.samples, files: [log.file]))
        continue
      }
      made[index].samples = Self.laid(log.samples, over: made[index].samples, shift: 0, takesPlaces: false)
      made[index].files.append(log.file)
      warnings.append("\(log.file) is of the same drive as \(made[index].log.file): joined by second")
    }
    made.sort { a, b in (files.firstIndex(of: a.log.file) ?? 0) < (files.firstIndex(of: b.log.file) ?? 0) }
    for log in logs where !log.tellsOfRadio {
      var taken = false
      for index in made.indices {
        guard let shift = Self.shift(from: log, to: made[index].log) else { continue }
        made[index].samples = Self.laid(log.samples, over: made[index].samples, shift: shift)
        made[index].files.append(log.file)
        if shift != 0 {
          warnings.append(
            "\(log.file) fits onto \(made[index].log.file) with its clock moved by "
              + "\(DecimalText.significant(shift / 3600, digits: 3)) h: the zone of the log's local time")
        }
        taken = true
      }
      if !taken { made.append(Draft(log: log, samples: log.samples, files: [log.file])) }
    }
    var numbers: [String: Int] = [:]
    for entry in made.flatMap({ divided($0) }) {
      let path = DrivePath(entry.samples)
      if origin == nil { origin = entry.samples.lazy.compactMap { $0.position?.earthVector() }.first }
      var points: [DrivePoint] = []
      for (index, sample) in entry.samples.enumerated() {
        let cell = sample.cell.map { identity -> Int in
          if let known = numbers[identity] { return known }
          numbers[identity] = cells.count
          cells.append(identity)
          return cells.count - 1
        }
        let place = path.outliers.contains(index) ? nil : sample.position.flatMap(plane)
        points.append(
          DrivePoint(
            time: sample.time, distance: path.distances[index], place: place, level: sample.rsrp, snr: sample.snr,
            cell: cell, access: sample.access.flatMap(DriveAccess.allCases.firstIndex),
            isOut: sample.access == DriveAccess.none))
        if let cell, let tower = sample.tower.flatMap(plane) { towers[cell] = tower }
      }
      drives.append(
        Drive(
          name: entry.name, samples: entry.samples, path: path, points: points,
          knowsZone: entry.log.knowsZone, files: entry.files))
    }
  }

  /// The drives of a log, with their names.
  private mutating func divided(_ entry: Draft) -> [Draft] {
    var entry = entry
    entry.name = Catalogued.name(of: entry.log.file)
    var parts: [[DriveSample]] = []
    for sample in entry.samples {
      if let last = parts.last?.last, sample.time - last.time < Self.longestPause {
        parts[parts.count - 1].append(sample)
      } else {
        parts.append([sample])
      }
    }
    let kept = parts.filter { $0.count >= Self.fewestRows }
    guard parts.count > 1, !kept.isEmpty else { return [entry] }
    let lost = entry.samples.count - kept.reduce(0) { $0 + $1.count }
    if lost > 0 {
      warnings.append(
        "\(lost) rows of \(entry.log.file) are left out: half an hour and more from all others, and fewer than "
          + "\(Self.fewestRows) together")
    }
    if kept.count > 1 {
      warnings.append("\(entry.log.file) pauses for half an hour and more: it holds \(kept.count) drives")
    }
    return kept.enumerated().map { number, samples in
      var part = entry
      part.samples = samples
      if kept.count > 1 { part.name += " (\(number + 1))" }
      return part
    }
  }

  /// East and north of the origin in metres.
  private func plane(_ position: GeodeticPosition) -> SIMD2<Double>? {
    origin.map { origin in
      let (east, north) = origin.offset(of: position.earthVector())
      return SIMD2(east, north)
    }
  }

  package mutating func add(towers table: MeasurementTable) {
    var numbers: [String: Int] = [:]
    for (index, identity) in cells.enumerated() { numbers[identity] = index }
    let names = table.texts("cell") ?? []
    for row in 0..<table.count {
      guard let cell = numbers[names[row]], let latitude = table.number("lat", row),
        let longitude = table.number("lon", row)
      else { continue }
      towers[cell] = plane(GeodeticPosition(latitude: latitude, longitude: longitude))
    }
  }

  var pointsByDrive: [[DrivePoint]] { drives.map(\.points) }
  var kilometres: Double { drives.reduce(0) { $0 + $1.path.length } / 1000 }
  var accesses: Set<DriveAccess> { Set(drives.flatMap { $0.samples.compactMap(\.access) }) }

  private static func input(_ log: DriveLog) -> FitReport.Input {
    var notes = log.notes
    notes += log.missing.prefix(8).map { "\(DecimalText.grouped($0.count)) cells of \($0.reason)" }
    if log.missing.count > 8 { notes.append("\(log.missing.count - 8) more kinds of cells without a value") }
    if !log.knowsZone { notes.append("times are local, of a zone the log does not name") }
    return FitReport.Input(
      role: "log", file: log.file, digest: log.digest,
      count:
        "\(log.format), \(DecimalText.grouped(log.rows)) rows, \(DecimalText.grouped(log.samples.count)) time stamps",
      skipped: log.skipped, notes: notes)
  }

  // MARK: - Logs of one drive

  /// Whether a shorter log of the same folder is of the same phone at the same time: the same cell serves at the seconds of both.
  static func isBeside(_ log: DriveLog, _ radio: DriveLog) -> Bool {
    func folder(_ path: String) -> Substring { path.lastIndex(of: "/").map { path[..<$0] } ?? "" }
    guard folder(log.file) == folder(radio.file), log.samples.count * 2 < radio.samples.count else { return false }
    let there = Dictionary(radio.samples.map { ($0.time.rounded(), $0) }) { first, _ in first }
    let pairs = log.samples.compactMap { row in there[row.time.rounded()].map { (row, $0) } }
    guard pairs.count * 2 > log.samples.count else { return false }
    let isSame = pairs.count { a, b in
      if let cell = a.cell, let other = b.cell { return cell == other }
      guard let place = a.position, let other = b.position else { return a.access == b.access && a.rsrp == b.rsrp }
      return place.earthVector().distance(to: other.earthVector()) < 30
    }
    return Double(isSame) >= 0.8 * Double(pairs.count)
  }

  /// Seconds to add to a log's times so that it lies over another; `nil` where the two are different drives.
  ///
  /// Local times of an unnamed zone differ from UTC by quarters of an hour.
  static func shift(from log: DriveLog, to radio: DriveLog) -> Double? {
    let stride = max(1, log.samples.count / 200)
    let picked = log.samples.enumerated().filter { $0.offset % stride == 0 }.map(\.element)
    var places: [Double: GeodeticPosition] = [:]
    for sample in radio.samples where sample.position != nil { places[sample.time.rounded()] = sample.position }
    guard !places.isEmpty, log.samples.contains(where: { $0.position != nil }) else {
      let times = Set(radio.samples.map { $0.time.rounded() })
      return picked.count { times.contains($0.time.rounded()) } * 4 >= picked.count ? 0 : nil
    }
    func gap(_ shift: Double) -> Double? {
      let gap = middleGap(picked, shift: shift, to: places, atLeast: min(20, max(1, picked.count / 4)))
      return gap.flatMap { $0 < 150 ? $0 : nil }
    }
    if radio.knowsZone, log.knowsZone { return gap(0) == nil ? nil : 0 }
    return ZoneSearch.shift(cost: gap)?.seconds
  }

  /// The middle distance in metres to the places at the same seconds; `nil` where too few are.
  static func middleGap(
    _ samples: [DriveSample], shift: Double, to places: [Double: GeodeticPosition], atLeast least: Int
  ) -> Double? {
    let gaps = samples.compactMap { sample -> Double? in
      guard let there = places[(sample.time + shift).rounded()], let here = sample.position else { return nil }
      return here.earthVector().distance(to: there.earthVector())
    }.sorted()
    return gaps.count >= least ? gaps[gaps.count / 2] : nil
  }

  private static func laid(
    _ samples: [DriveSample], over base: [DriveSample], shift: Double, takesPlaces: Bool = true
  ) -> [DriveSample] {
    var bySecond: [Double: DriveSample] = [:]
    for sample in samples { bySecond[(sample.time + shift).rounded()] = sample }
    return base.map { row in
      guard let other = bySecond[row.time.rounded()] else { return row }
      var result = row
      guard takesPlaces else {
        for key in [\DriveSample.downlink, \.uplink, \.rsrp, \.rsrq, \.snr] {
          result[keyPath: key] = row[keyPath: key] ?? other[keyPath: key]
        }
        if other.downlink != nil || other.uplink != nil { result.isIdle = false }
        return result
      }
      // A log of positions knows them better than the column of an app.
      result.position = other.position ?? row.position
      result.satellites = other.satellites ?? row.satellites
      for key in [\DriveSample.accuracy, \.carrierToNoise, \.speed] {
        result[keyPath: key] = other[keyPath: key] ?? row[keyPath: key]
      }
      return result
    }
  }
}

extension DriveLog {
  /// Rather than of places alone.
  fileprivate var tellsOfRadio: Bool { samples.contains { $0.rsrp != nil || $0.downlink != nil || $0.access != nil } }
}

/// Names in a folder of fitted files.
enum Catalogued {
  /// A file's name without folder and ending.
  static func name(of path: String) -> String {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    guard let point = file.lastIndex(of: "."), point > file.startIndex else { return file }
    return String(file[..<point])
  }

  /// What the files of a folder are called: letters, digits, - and _ of its name.
  static func stem(of folder: String) -> String {
    let last = folder.split(separator: "/").last.map(String.init) ?? ""
    let plain = last.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
    return plain.first?.isLetter == true ? plain : "fitted" + (plain.isEmpty ? "" : "-\(plain)")
  }
}
