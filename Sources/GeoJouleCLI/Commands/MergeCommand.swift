import ArgumentParser
import GeoJoule
import Sweeps

struct MergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Puts the parts of a sweep together.",
    usage: "geojoule merge [<options>] <file> ...",
    discussion: """
      The parts are files that 'geojoule sweep' wrote with --shard or --stdin, in any order. The result has the same \
      bytes as that of one machine. Parts that leave a gap, overlap, or come from different plans, inputs or versions \
      are refused, and the message says which.

      Examples:
        geojoule merge part-*.jsonl --output result.jsonl
        geojoule merge part-*.jsonl --format table
        geojoule merge --list-missing part-*.jsonl \\
          | geojoule sweep plan.yml --stdin > rest.jsonl
      """)

  @Argument(help: .value("file", "The parts."), completion: .file())
  var parts: [String]

  @Option(
    name: .shortAndLong, help: .value("file", "Where the result goes. (default: standard output)"), completion: .file())
  var output: String?

  @Flag(help: "Prints the numbers of the items that no part has, a line each, and merges nothing.")
  var listMissing = false

  @Flag(name: .shortAndLong, help: "Says nothing on standard error but errors.")
  var quiet = false

  @OptionGroup(title: "Report") var report: SweepReportOptions

  func validate() throws {
    try report.check(output)
    if let output, output.isEmpty { throw ValidationError("--output needs the name of a file, or '-'") }
    if listMissing, output != nil || report.isGiven {
      throw ValidationError("--list-missing writes to standard output; leave --output and reports out")
    }
    if let part = parts.first(where: { $0 == "-" || AtomicFile.isStream($0) }) {
      throw ValidationError("parts are read twice, and '\(part)' cannot be; name files")
    }
  }

  mutating func run() throws {
    do { try merge() } catch let error as InputError { throw error.about(parts.count == 1 ? parts[0] : nil) }
  }

  private func merge() throws {
    let found = try SweepParts(parts)
    let sink = SweepSink()
    if listMissing {
      for item in found.missing.joined() { try sink.write("\(item)") }
      return try sink.flush()
    }
    try found.checkComplete()
    try report.prepare(found.header)
    let cells = SweepCells(found.header)
    let isReported = report.isGiven
    func noting(_ write: @escaping ([UInt8]) throws(InputError) -> Void) -> SweepSink {
      SweepSink { bytes throws(InputError) in
        if isReported { try cells.add(bytes) }
        try write(bytes)
      }
    }
    if let output, output != "-" {
      try SweepSink.checkFile(output)
      try AtomicFile.check(output)
      let target = try FileReplacement(for: output)
      try found.write(to: noting { bytes throws(InputError) in try target.append(bytes) })
      try target.finish()
      if !quiet { StandardError.line("wrote \(output)") }
    } else if report.takesOutput {
      try found.write(to: noting { _ in })
    } else {
      try found.write(to: noting { bytes throws(InputError) in try AtomicFile.write(bytes, to: "-") })
    }
    try report.write(cells, quiet: quiet)
  }
}
