import ArgumentParser
import Foundation
import GeoJoule
import Reports
import Sweeps

struct SweepCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sweep",
    abstract: "Runs a plan of many strategies, phones, days and seeds, on one machine or on many.",
    discussion: """
      The plan is a YAML file that docs/sweeps.md describes. The result is JSON Lines: a header, then a line for each \
      cell of the plan over all its seeds, or for each run.

      With --output the work survives a stop: items that are done stand in FILE.part, and the same command goes on from \
      there, to the same bytes. Other machines take parts of the work with --shard, or single items with --stdin; \
      'geojoule merge' puts the parts together.

      --format and the file options report a whole result, with a row for each cell.

      Examples:
        geojoule sweep plan.yml --output result.jsonl
        geojoule sweep plan.yml --output result.jsonl --csv cells.csv
        geojoule sweep plan.yml --shard 2/8 --output part-2.jsonl
        geojoule sweep plan.yml --list-items | parallel \\
          --pipe -N 4 geojoule sweep plan.yml --stdin > parts.jsonl
      """)

  @Argument(help: .value("file", "The plan."), completion: .file(extensions: ["yml", "yaml"]))
  var plan: String

  @Option(
    name: .shortAndLong, help: .value("file", "Where the result goes. (default: standard output)"), completion: .file())
  var output: String?

  @Option(help: .value("i/n", "Runs one of several disjoint parts of the work, such as 2/8 for the second of eight."))
  var shard: SweepShard?

  @Flag(
    help: "Reads numbers of items from standard input and answers each with a line; one at a time without --jobs.")
  var stdin = false

  @Flag(help: "Prints the numbers of all items, a line each, and runs nothing.")
  var listItems = false

  @OptionGroup var work: JobsOptions

  @Flag(
    inversion: .prefixedNo,
    help: "Simulates a day once for all phones that differ in prices only. The result does not depend on it.")
  var sharing = true

  @Flag(name: .shortAndLong, help: "Says nothing on standard error but errors.")
  var quiet = false

  @OptionGroup(title: "Report") var report: SweepReportOptions
  @OptionGroup(title: "Catalogue") var catalogue: CatalogOptions

  func validate() throws {
    if let output, output.isEmpty { throw ValidationError("--output needs the name of a file, or '-'") }
    if stdin, output != nil || shard != nil || listItems {
      throw ValidationError(
        "--stdin says what to run and writes to standard output; leave --output, --shard and --list-items out")
    }
    if report.isGiven, stdin || listItems || shard != nil {
      throw ValidationError(
        "a report is of a whole result; leave --shard, --stdin and --list-items out, or merge the parts")
    }
    try report.check(output)
    if listItems, output != nil { throw ValidationError("--list-items writes to standard output; leave --output out") }
  }

  mutating func run() async throws {
    do { try await sweep() } catch let error as InputError { throw error.about(plan) }
  }

  private func sweep() async throws {
    let plan = try SweepPlanReader.read(path: plan, catalog: try catalogue.catalog())
    let work = SweepWork(plan, shares: sharing, build: ProgramVersion.text)
    if listItems {
      let sink = SweepSink()
      for item in (shard ?? .whole).items(of: work.layout) { try sink.write("\(item)") }
      return try sink.flush()
    }
    if stdin { return try await answer(work) }
    if let shard, shard.count > work.layout.itemCount, !quiet {
      StandardError.line(
        "warning: the plan has \(work.layout.itemCount) items for \(shard.count) shards: some have nothing to do")
    }
    try report.prepare(work.header)
    let cells = SweepCells(work.header)
    if let output, output != "-" {
      try await write(work, to: output)
      if report.isGiven { try cells.read(output) }
    } else {
      try await print(work, cells)
    }
    try report.write(cells, quiet: quiet)
  }

  private func progress(_ work: SweepWork, after done: Int) -> ProgressLine {
    let left = (shard ?? .whole).items(of: work.layout).dropFirst(done).reduce(0) { $0 + work.layout.runs(of: $1) }
    return ProgressLine(total: left, what: "runs", isVisible: Terminal().showsProgress && !quiet)
  }

  private func write(_ work: SweepWork, to path: String) async throws {
    let journal = SweepJournal(work: work, path: path, shard: shard)
    guard let rest = try journal.open() else {
      if !quiet { StandardError.line("\(path) is complete: nothing to do") }
      return
    }
    if !quiet {
      let all = (shard ?? .whole).items(of: work.layout).reduce(0) { count, _ in count + 1 }
      if rest.wasDamaged { StandardError.line("\(path).part: a line is damaged; it and what follows is run again") }
      if rest.done > 0 { StandardError.line("going on after \(rest.done) of \(all) items") }
    }
    let progress = progress(work, after: rest.done)
    var done = 0
    do {
      defer { progress.finish() }
      try await journal.run(rest, jobs: self.work.count) {
        done += $0
        progress.show(done)
      }
    }
    if !quiet { StandardError.line("wrote \(path)") }
  }

  /// The result on standard output, where no report takes its place.
  private func print(_ work: SweepWork, _ cells: SweepCells) async throws {
    let sink = report.takesOutput ? SweepSink { _ in } : SweepSink()
    try sink.write(work.lines.headerLine(shard.map { .part($0) } ?? .whole))
    let progress = progress(work, after: 0)
    defer { progress.finish() }
    var pieces = work.pieces(of: (shard ?? .whole).items(of: work.layout))
    var fold = SweepReducer(work.header)
    var done = 0
    let isPart = shard != nil
    try await OrderedWork.run(
      jobs: self.work.count, next: { pieces.next() },
      work: { (piece: SweepWork.Piece) in
        // Texts are made by the workers, as far as they can be.
        let rows = try work.rows(piece).map { rows in
          isPart ? .text([work.line(piece.item, rows)]) : SweepReducer.rows(rows, work.lines, work.header)
        }
        return (item: piece.item, runs: work.runs(of: piece), rows: rows)
      },
      use: { result in
        done += result.runs
        progress.show(done)
        guard let rows = result.rows else { return }
        if isPart, case .text(let lines) = rows {
          for line in lines { try sink.write(line) }
        } else {
          let lines = try fold.add(result.item, rows)
          if report.isGiven { try cells.add(lines) }
          try sink.write(lines)
        }
      })
    try sink.flush()
  }

  /// Items from standard input, answers on standard output.
  private func answer(_ work: SweepWork) async throws {
    try AtomicFile.write(work.lines.headerLine(.part(nil)) + "\n", to: "-")
    let layout = work.layout
    let questions = RequestStream {
      let reader = try LineReader(path: "-")
      return { try Self.item(reader, layout) }
    }
    try await questions.answer(
      jobs: self.work.jobs ?? 1, work: { item in try work.line(item) },
      use: { line in try AtomicFile.write(line, to: "-") })
  }

  /// The next item that is asked for; empty lines are skipped.
  private static func item(_ reader: LineReader, _ layout: SweepLayout) throws(InputError) -> Int? {
    while let line = try reader.next() {
      let text = String(decoding: line.bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
      if text.isEmpty { continue }
      guard let item = Int(text), (0..<layout.itemCount).contains(item) else {
        throw InputError(
          file: "standard input", line: line.number, column: 1, message: "'\(text.prefix(40))' is no item of this plan",
          remedy: "write a whole number from 0 to \(layout.itemCount - 1) on each line; --list-items prints them")
      }
      return item
    }
    return nil
  }
}
