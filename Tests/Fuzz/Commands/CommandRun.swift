import Foundation
import GeoJouleCLI

/// Runs of damaged files in a folder of their own, standard output and standard error going to files there.
struct CommandRun {
  /// What a command has done so far.
  private struct Count {
    var runs: UInt64 = 0
    var done: UInt64 = 0
    var broken: UInt64 = 0
    var usage: UInt64 = 0
    var refused: UInt64 = 0
    var nanoseconds: UInt64 = 0
    var slowest: UInt64 = 0

    var words: [UInt64] { [runs, done, broken, usage, refused, nanoseconds, slowest] }
  }

  private let commands: [FuzzedCommand]
  private let folder: String
  private let first: UInt64
  private var counts: [Count]
  private var noted: Set<String> = []
  private let (report, status, output, errors): (CInt, CInt, CInt, CInt)

  init(_ commands: [FuzzedCommand], folder: String, seed: UInt64) throws {
    (self.commands, self.folder, first) = (commands, folder, seed << 32)
    counts = Array(repeating: Count(), count: commands.count)
    func file(_ name: String) -> CInt { open("\(folder)/\(name)", O_RDWR | O_CREAT | O_TRUNC | O_APPEND, 0o600) }
    report = dup(STDOUT_FILENO)
    status = open("\(folder)/status", O_RDWR | O_CREAT | O_TRUNC, 0o600)
    (output, errors) = (file("out"), file("err"))
    dup2(output, STDOUT_FILENO)
    dup2(errors, STDERR_FILENO)
    // The item of a sweep that is asked for.
    let input = file("in")
    write(input, "0\n", 2)
    dup2(input, STDIN_FILENO)
  }

  /// The command that has had the least time comes next.
  mutating func all(seconds: Double, only name: String?) async throws {
    let limit = ContinuousClock.now + .seconds(seconds)
    while ContinuousClock.now < limit {
      guard
        let index = commands.indices.filter({ name == nil || commands[$0].name == name })
          .min(by: { counts[$0].nanoseconds < counts[$1].nanoseconds })
      else { return }
      guard try await one(index) else { return }
    }
  }

  /// - Returns: whether the process is fit for another one.
  private mutating func one(_ index: Int) async throws -> Bool {
    let command = commands[index]
    let number = first + counts[index].runs
    counts[index].runs += 1
    let (source, place) = ("\(folder)/damaged.\(command.ending)", "\(folder)/written.out")
    let filled = ["F": source, "O": place, "P": "\(folder)/damaged"]
    try command.write(command.damaged(number), to: source)
    tell(index, number)
    for file in [output, errors] { ftruncate(file, 0) }
    lseek(STDIN_FILENO, 0, SEEK_SET)
    let start = Self.processorTime
    let code = await EntryPoint.status(of: command.arguments.map { filled[$0] ?? $0 })
    let time = Self.processorTime - start
    counts[index].nanoseconds += time
    counts[index].slowest = max(counts[index].slowest, time)
    switch code {
    case 0: counts[index].done += 1
    case 2: counts[index].broken += 1
    case 64: counts[index].usage += 1
    default: counts[index].refused += 1
    }
    let memory = Self.kilobytes
    if let why = fault(command, number, code, time, memory, isWritten: access(place, F_OK) == 0) {
      say("FAULT\t\(command.name)\t\(number)\t\(why)")
    }
    try? FileManager.default.removeItem(atPath: place)
    for name in try FileManager.default.contentsOfDirectory(atPath: folder)
    where !["status", "out", "err", "in"].contains(name) {
      // That of the next command may have another ending.
      if !name.hasPrefix("damaged") { say("FAULT\t\(command.name)\t\(number)\tleaves \(name)") }
      try FileManager.default.removeItem(atPath: "\(folder)/\(name)")
    }
    return memory < 1_000_000
  }

  private mutating func fault(
    _ command: FuzzedCommand, _ number: UInt64, _ code: Int32, _ time: UInt64, _ memory: Int, isWritten: Bool
  ) -> String? {
    if ![0, 2, 64, 65].contains(code) { return "exit code \(code)" }
    if time > 10_000_000_000 { return "\(time / 1_000_000_000) s" }
    if memory > 1_000_000 { return "\(memory / 1000) MB" }
    let errors = text(errors)
    if errors.contains("\u{1B}") || text(output).contains("\u{1B}") { return "an escape sequence" }
    if code != 0, code != 2, isWritten { return "a file is written all the same" }
    guard code == 65 else { return nil }
    guard let line = errors.split(separator: "\n").first(where: { $0.contains("error:") }) else { return "no message" }
    // A file beside it may be the one that does not fit.
    let files = command.arguments.filter { $0.hasPrefix("/") } + ["damaged.\(command.ending)"]
    if !files.contains(where: line.contains) { return "65 does not name the file: \(line.prefix(300))" }
    // Messages without a line are for people to judge.
    if !line.contains(/damaged\.\w+(\/[\w\/.-]+)?:[0-9]+:/) {
      let kind = command.name + String(line.filter { !$0.isNumber }.prefix(60))
      if noted.count < 2000, noted.insert(kind).inserted {
        say(
          "NOTE\t\(command.name)\t\(number)\t\((line.range(of: "damaged.").map { line[$0.lowerBound...] } ?? line).prefix(300))"
        )
      }
    }
    return nil
  }

  /// What runs now, and the counts so far.
  private func tell(_ index: Int, _ number: UInt64) {
    let words = [UInt64(index), number] + counts.flatMap(\.words)
    _ = words.withUnsafeBytes { pwrite(status, $0.baseAddress, $0.count, 0) }
  }

  private func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = bytes.withUnsafeBytes { write(report, $0.baseAddress, $0.count) }
  }

  private func text(_ file: CInt) -> String {
    var status = stat()
    fstat(file, &status)
    var bytes = [UInt8](repeating: 0, count: min(Int(status.st_size), 1 << 20))
    let count = bytes.withUnsafeMutableBytes { pread(file, $0.baseAddress, $0.count, 0) }
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }

  /// In nanoseconds.
  private static var processorTime: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// The most memory that this process ever had.
  private static var kilobytes: Int {
    var usage = rusage()
    // This process; the constant has another type on each system.
    getrusage(0, &usage)
    #if canImport(Darwin)
      return usage.ru_maxrss / 1024
    #else
      return usage.ru_maxrss
    #endif
  }
}
