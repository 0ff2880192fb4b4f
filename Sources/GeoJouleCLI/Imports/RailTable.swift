import GeoJoule

/// Powers of rails side by side, as a table that `fit power` reads.
struct RailTable {
  /// A row for each span of a log's rail that was read most often, with the mean power of every rail over it.
  let text: String

  /// - Parameter logs: the rails of each; without any there is no table.
  init?(_ logs: [[ImportedRecording.Rail]]) {
    let grids = logs.compactMap { rails in rails.max { $0.spans.count < $1.spans.count }?.spans }
    let grid = grids.flatMap(\.self).sorted { ($0.start, $0.end) < ($1.start, $1.end) }
    let rails = logs.flatMap(\.self)
    guard !rails.isEmpty else { return nil }
    var names = Set(["time_s", "end_s", "total_W"])
    let headings = rails.filter { !$0.isSum }.map { rail -> String in
      let word = ImportedRecording.word(rail.name)
      var (heading, number) = ("\(word)_W", 2)
      while !names.insert(heading).inserted { (heading, number) = ("\(word)_\(number)_W", number + 1) }
      return heading
    }
    var text = "time_s,end_s," + (headings + ["total_W"]).joined(separator: ",") + "\n"
    var courses = logs.map { $0.map { Course($0.spans) } }
    for span in grid {
      var (cells, total): ([String], Double?) = ([], nil)
      for (log, rails) in logs.enumerated() {
        let watts = rails.indices.map { courses[log][$0].mean(from: span.start, to: span.end) }
        let parts = zip(rails, watts).filter { !$0.0.isSum }.map(\.1)
        cells += parts.map { $0.map(DecimalText.exact) ?? "" }
        let sum = zip(rails, watts).first { $0.0.isSum && $0.1 != nil }?.1
        // The sum of some rails would look like a dip.
        total =
          total ?? sum ?? (parts.isEmpty || parts.contains { $0 == nil } ? nil : parts.compactMap(\.self).reduce(0, +))
      }
      guard total != nil || cells.contains(where: { !$0.isEmpty }) else { continue }
      cells = [span.start, span.end].map(DecimalText.exact) + cells + [total.map(DecimalText.exact) ?? ""]
      text += cells.joined(separator: ",") + "\n"
    }
    self.text = text
  }

  /// The power of a rail, asked for in order of time.
  private struct Course {
    private let spans: [ImportedRecording.PowerSpan]
    private var first = 0

    init(_ spans: [ImportedRecording.PowerSpan]) { self.spans = spans }

    /// `nil` where less than half of the time is known.
    mutating func mean(from start: Double, to end: Double) -> Double? {
      while first < spans.count, spans[first].end <= start { first += 1 }
      var (place, time, energy) = (first, 0.0, 0.0)
      if first < spans.count, spans[first].start == start, spans[first].end == end { return spans[first].watts }
      while place < spans.count, spans[place].start < end {
        let part = min(end, spans[place].end) - max(start, spans[place].start)
        (time, energy) = (time + part, energy + part * spans[place].watts)
        place += 1
      }
      return time >= 0.5 * (end - start) && time > 0 ? energy / time : nil
    }
  }
}
