import Analysis
import ArgumentParser
import FileFormats

struct MergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Puts the parts of a sweep together.",
    discussion: """
      The parts are files that 'geojoule sweep' wrote with --shard or --stdin, in any order. The result has the same \
      bytes as that of one machine. Parts that leave a gap, overlap, or come from different plans, inputs or versions \
      are refused, and the message says which.

      Examples:
        geojoule merge part-*.jsonl --output result.jsonl
        geojoule merge --list-missing part-*.jsonl \\
          | geojoule sweep plan.yml --stdin > rest.jsonl
      """)

  @Argument(help: ArgumentHelp("The parts.", valueName: "file"), completion: .file())
  var parts: [String]

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Where the result goes. (default: standard output)", valueName: "file"), completion: .file())
  var output: String?

  @Flag(help: "Prints the numbers of the items that no part has, a line each, and merges nothing.")
  var listMissing = false

  func validate() throws {
    if let output, output.isEmpty { throw ValidationError("--output needs the name of a file, or '-'") }
    if listMissing, output != nil {
      throw ValidationError("--list-missing writes to standard output; leave --output out")
    }
    if parts.contains("-") { throw ValidationError("parts are read twice, and standard input cannot be; name files") }
  }

  mutating func run() throws {
    let found = try SweepParts(parts)
    let sink = SweepSink()
    if listMissing {
      for item in found.missing.joined() { try sink.write("\(item)") }
      return try sink.flush()
    }
    try found.checkComplete()
    guard let output, output != "-" else { return try found.write(to: sink) }
    try SweepSink.checkFile(output)
    try AtomicFile.check(output)
    let target = try FileReplacement(for: output)
    try found.write(to: SweepSink { bytes throws(InputError) in try target.append(bytes) })
    try target.finish()
  }
}
