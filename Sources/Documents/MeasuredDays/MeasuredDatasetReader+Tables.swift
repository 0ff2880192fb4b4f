import Core
import FileFormats
import Foundation
import World

extension MeasuredDatasetReader {
  /// A folder that is being read.
  struct Work {
    struct Leg {
      let timeline: String
      let name: String
      let recorder: String
      let start: Double
      let end: Double
    }

    let folder: String
    let policy: RowPolicy
    private(set) var sources: [MeasuredDataset.Source] = []
    private(set) var leftOut: [MeasuredDataset.LeftOut] = []
    private(set) var warnings: [String] = []
    /// By timeline, the legs that its routes are about, with a way or without one.
    private var known: [String: Set<String>] = [:]
    private var fixCount = 0
    private var outside = 0
    private var fixNotes: [String] = []
    private var fixDigests = ""

    init(folder: String, policy: RowPolicy) {
      (self.folder, self.policy) = (folder, policy)
    }

    func path(_ name: String) -> String { folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)" }

    mutating func leaveOut(_ run: String, _ reason: String) {
      MeasuredDataset.LeftOut.add(run, reason, to: &leftOut)
    }

    mutating func add(_ role: String, _ file: String, _ table: MeasurementTable, _ notes: [String]) {
      add(role, file, digest: table.digest, notes + table.skipped.map(Self.text))
    }

    mutating func add(_ role: String, _ file: String, digest: String, _ notes: [String]) {
      sources.append(MeasuredDataset.Source(role: role, file: file, digest: digest, notes: notes))
    }

    static func text(_ rows: SkippedRows) -> String {
      "\(rows.count) row\(rows.count == 1 ? "" : "s") left out: \(rows.reason) (first in line \(rows.firstLine))"
    }

    /// Spans of a meter, of which a column may say whose; none where the file is missing, is a trace without ends, or holds a heading only.
    mutating func power() throws(InputError) -> [ImportedRecording.PowerSpan] {
      let name = path("power.csv")
      guard FileManager.default.fileExists(atPath: name) else { return [] }
      let bytes = try TextFile.bytes(name)
      guard Self.hasRows(bytes) else { return [] }
      let heading = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
      if heading.contains("power"), !heading.contains("end") {
        warnings.append("power.csv is not used: it has no column of ends, such as end_s")
        return []
      }
      let read = try PowerSpanTable.read(bytes: bytes, file: name, policy: policy)
      add(
        "power", "power.csv", digest: read.digest,
        ["\(DecimalText.grouped(read.power.count)) spans"] + read.skipped.map(Self.text))
      return read.power
    }

    /// None where the file holds a heading only, as beside a power monitor.
    mutating func levels() throws(InputError) -> [String: [BatteryLevels.Reading]] {
      let bytes = try TextFile.bytes(path("battery.csv"))
      guard Self.hasRows(bytes) else {
        add("battery", "battery.csv", digest: SHA256.hexadecimal(of: bytes), ["no reading"])
        return [:]
      }
      let levels = try BatteryLevels(bytes: bytes, file: path("battery.csv"), policy: policy)
      add(
        "battery", "battery.csv", digest: levels.digest,
        ["\(DecimalText.grouped(levels.groups.values.reduce(0) { $0 + $1.count })) readings"]
          + levels.skipped.map(Self.text) + levels.notes)
      return levels.groups
    }

    /// None where the file is missing or holds a heading only, as for phones that never left their table.
    mutating func legs() throws(InputError) -> [Leg] {
      let name = path("legs.csv")
      guard FileManager.default.fileExists(atPath: name) else {
        if contents("routes").contains(where: { contents("routes/\($0)").contains(where: Self.isRoute) }) {
          warnings.append("there are routes and no legs.csv: all runs are taken to be at rest")
        }
        return []
      }
      let bytes = try TextFile.bytes(name)
      guard Self.hasRows(bytes) else {
        add("legs", "legs.csv", digest: SHA256.hexadecimal(of: bytes), ["no leg: all runs are at rest"])
        return []
      }
      let table = try TableReader(roles: MeasuredDatasetReader.legRoles, policy: policy).read(
        bytes: bytes, file: name)
      var legs: [Leg] = []
      var backwards = 0
      for row in 0..<table.count {
        guard let start = table.number("start", row), let end = table.number("end", row) else { continue }
        guard end > start else {
          backwards += 1
          continue
        }
        legs.append(
          Leg(
            timeline: table.texts("timeline")?[row] ?? "", name: table.texts("leg")?[row] ?? "",
            recorder: table.texts("recorder")?[row] ?? "", start: start, end: end))
      }
      add(
        "legs", "legs.csv", table,
        ["\(legs.count) leg\(legs.count == 1 ? "" : "s")"]
          + (backwards > 0 ? ["\(backwards) left out: they end before they start"] : []))
      return legs
    }

    /// By leg. A timeline without a folder has none.
    mutating func routes(of timeline: String) throws(InputError) -> [String: LegRoutes] {
      var found: [String: LegRoutes] = [:]
      guard !timeline.contains("/"), MeasuredDatasetReader.isFolder(path("routes/\(timeline)")) else { return [:] }
      for file in contents("routes/\(timeline)") where Self.isRoute(file) {
        let name = "routes/\(timeline)/\(file)"
        let text = try TextFile.read(path(name))
        let routes = try RouteReader.routes(text: text, file: path(name), needsLine: false)
        for route in routes where !route.leg.isEmpty {
          found[route.leg, default: LegRoutes(mode: route.mode.lowercased())].ways.append(route.positions)
        }
        known[timeline, default: []].formUnion(routes.map(\.leg) + [String(file.dropLast(8))])
        for area in try RouteReader.areas(text: text, file: path(name)) {
          known[timeline, default: []].insert(area.leg)
          switch area.role {
          case "start_loc": found[area.leg]?.start.append(MapPolygon(area.positions))
          case "end_loc": found[area.leg]?.end.append(MapPolygon(area.positions))
          default: break
          }
        }
        let named = routes.filter { !$0.leg.isEmpty }.count
        add(
          "route", name, digest: SHA256.hexadecimal(of: try TextFile.bytes(path(name))),
          [routes.isEmpty ? "no line: who travels waits" : "\(named) of \(routes.count) lines say their leg"])
      }
      return found
    }

    /// The files of fixes by timeline and phone, with the start in their name.
    func fixFiles() -> [String: [(start: Double, file: String)]] {
      var files: [String: [(start: Double, file: String)]] = [:]
      guard MeasuredDatasetReader.isFolder(path("fixes")) else { return [:] }
      for file in contents("fixes") where file.hasSuffix(".csv") {
        let parts = file.dropLast(4).split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count >= 3, let last = parts.last, let start = Double(last) else { continue }
        files[parts.dropLast().joined(separator: "."), default: []].append((start, file))
      }
      return files
    }

    /// `nil` where there is no file whose name says a start within 2 s of the run's.
    mutating func fixes(
      of run: Row, among files: [String: [(start: Double, file: String)]]
    ) throws(InputError) -> [MeasuredFix]? {
      let near = (files["\(run.timeline).\(run.phone)"] ?? []).filter { abs($0.start - run.span.lowerBound) <= 2 }
      guard let file = near.min(by: { abs($0.start - run.span.lowerBound) < abs($1.start - run.span.lowerBound) })?.file
      else { return nil }
      let name = path("fixes/\(file)")
      let bytes = try TextFile.bytes(name)
      fixDigests += SHA256.hexadecimal(of: bytes)
      guard Self.hasRows(bytes) else { return [] }
      let recording = try FixReader(mapping: .fixed, policy: policy).read(bytes: bytes, file: name)
      for rows in recording.skipped { fixNotes.append("\(file): \(Self.text(rows))") }
      let inside = recording.fixes.filter { run.span.contains($0.unixSeconds) }
      fixCount += inside.count
      outside += recording.fixes.count - inside.count
      return inside
    }

    mutating func finish(_ runs: [MeasuredRun]) {
      let with = runs.count { $0.fixes != nil }
      guard with > 0 else { return }
      // One digest for all files: that of their digests, in the order of the runs.
      add(
        "fixes", "fixes/", digest: SHA256.hexadecimal(of: fixDigests),
        ["\(DecimalText.grouped(fixCount)) fixes of \(with) of \(runs.count) runs"]
          + (outside > 0 ? ["\(DecimalText.grouped(outside)) left out: outside their run"] : []) + fixNotes)
    }

    /// Warns of legs and levels of no run, and of legs that no route is about.
    mutating func warn(_ runs: [MeasuredRun], _ legs: [Leg], _ levels: [String: [BatteryLevels.Reading]]) {
      let own = legs.filter { leg in runs.contains { $0.timeline == leg.timeline } }
      let isInRun = { (leg: Leg) in runs.contains { $0.timeline == leg.timeline && $0.span.contains(leg.start) } }
      if !own.isEmpty, !own.contains(where: isInRun) { warnings.append("none of \(own.count) legs begins in a run") }
      if !levels.isEmpty, runs.allSatisfy(\.readings.isEmpty) {
        let phones = levels.keys.sorted().joined(separator: ", ")
        warnings.append("battery.csv has no level in a run: its phones are \(phones)")
      }
      let lost = Set(
        runs.flatMap { run in
          run.legs.filter { $0.routes.isEmpty && known[run.timeline]?.contains($0.name) != true }
            .map { "\(run.timeline)/\($0.name)" }
        })
      guard !lost.isEmpty else { return }
      warnings.append(
        "\(lost.count) leg\(lost.count == 1 ? " has" : "s have") no route, and who travels waits: "
          + lost.sorted().joined(separator: ", "))
    }

    private static func isRoute(_ file: String) -> Bool { file.lowercased().hasSuffix(".geojson") }

    private func contents(_ name: String) -> [String] {
      ((try? FileManager.default.contentsOfDirectory(atPath: path(name))) ?? []).sorted()
    }

    /// Whether anything stands under the heading.
    private static func hasRows(_ bytes: [UInt8]) -> Bool {
      guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return false }
      return bytes[end...].contains { $0 > 0x20 }
    }
  }
}

/// The ways that a leg may have gone, and the areas where it begins and ends.
struct LegRoutes {
  let mode: String
  var ways: [[GeodeticPosition]] = []
  var start: [MapPolygon] = []
  var end: [MapPolygon] = []

  init(mode: String) { self.mode = mode }

  /// The ways outside those areas. Inside them nobody said which way was taken: a rider goes around a block to the road.
  var compared: [[GeodeticPosition]] {
    ways.map { way in
      let rest = Self.part(of: way, after: start)
      return Array(Self.part(of: rest.reversed(), after: end).reversed())
    }.filter { $0.count >= 2 }
  }

  /// From where a way first leaves the areas in which it begins.
  private static func part(of way: [GeodeticPosition], after areas: [MapPolygon]) -> [GeodeticPosition] {
    func holds(_ position: GeodeticPosition) -> Bool { areas.contains { $0.contains(position) } }
    guard let first = way.firstIndex(where: { !holds($0) }) else { return [] }
    guard first > 0 else { return way }
    var (inside, outside) = (way[first - 1], way[first])
    // To a millionth of the segment.
    for _ in 0..<20 {
      let middle = GeodeticPosition(
        latitude: (inside.latitude + outside.latitude) / 2, longitude: (inside.longitude + outside.longitude) / 2)
      if holds(middle) { inside = middle } else { outside = middle }
    }
    return [outside] + way[first...]
  }
}
