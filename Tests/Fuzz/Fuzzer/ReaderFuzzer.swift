import Foundation
import FuzzReaders
import Synchronization

/// A tool, whatever it is built with:
///
/// - `names` lists the readers, `seeds FOLDER` writes their valid files, one folder for each, and `dictionary FILE` what
///   files are damaged with, for libFuzzer;
/// - `run READER SECONDS SEED` reads damaged files, each within 10 s and 1 GB, and says the seed of the one that ended the
///   process;
/// - `damage SEED COUNT FOLDER FILE...` writes damaged files, for commands; `replay READER FILE...` reads files.
///
/// Built with `-D FUZZING -sanitize=fuzzer`, it is also libFuzzer over the reader that `READER` names.
@main
enum ReaderFuzzer {
  static func main() throws {
    #if FUZZING
      if chosen != nil {
        var count = CommandLine.argc
        var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
        exit(runDriver(&count, &arguments, { Self.one($0, $1) }))
      }
    #endif
    let arguments = Array(CommandLine.arguments.dropFirst())
    switch (arguments.first, arguments.count) {
    case ("names", 1): for reader in ReaderTable.all { print(reader.name) }
    case ("seeds", 2): try seeds(arguments[1])
    case ("dictionary", 2):
      try Mutation.dictionary.write(toFile: arguments[1], atomically: true, encoding: .utf8)
    case ("run", 4): try run(reader(arguments[1]), Double(arguments[2]) ?? 1, UInt64(arguments[3]) ?? 0)
    case ("damage", 5...):
      try damage(UInt64(arguments[1]) ?? 0, Int(arguments[2]) ?? 1, arguments[3], Array(arguments[4...]))
    case ("replay", 3...): try replay(reader(arguments[1]), Array(arguments[2...]))
    default:
      print(
        "use: names | seeds FOLDER | dictionary FILE | run READER SECONDS SEED | damage SEED COUNT FOLDER FILE... | replay READER FILE..."
      )
    }
  }

  private static func reader(_ name: String?) -> FuzzedReader {
    guard let reader = ReaderTable.all.first(where: { $0.name == name }) else {
      fatalError("no reader '\(name ?? "")'")
    }
    return reader
  }

  #if FUZZING
    private static let chosen = ProcessInfo.processInfo.environment["READER"].map(reader)

    private static func one(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
      do {
        _ = try chosen?.read(Array(UnsafeBufferPointer(start: data, count: size)))
      } catch { fatalError("\(error)") }
      return 0
    }
  #endif

  private static func seeds(_ folder: String) throws {
    for reader in ReaderTable.all {
      let own = URL(fileURLWithPath: folder).appendingPathComponent(reader.name)
      try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
      for (number, seed) in reader.seeds().enumerated() {
        try Data(seed).write(to: own.appendingPathComponent("\(number)"))
      }
    }
  }

  /// What one input may take. Processor time, which a busy machine does not stretch.
  private static let (mostSeconds, mostBytes) = (10, 1_000_000_000)

  private static let current = Atomic<UInt64>(0)

  private static func run(_ reader: FuzzedReader, _ seconds: Double, _ first: UInt64) throws {
    for number in [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGPROF] {
      signal(number) { number in
        let why = number == SIGPROF ? "it takes more than 10 s; " : ""
        var text = "\(why)the seed was \(ReaderFuzzer.current.load(ordering: .relaxed))\n"
        text.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
        signal(number, SIG_DFL)
        raise(number)
      }
    }
    var allowed = itimerval(it_interval: timeval(), it_value: timeval(tv_sec: mostSeconds, tv_usec: 0))
    let seeds = reader.seeds()
    let (start, limit) = (ContinuousClock.now, Duration.seconds(seconds))
    var (number, accepted, slowest, slowestSeed) = (first, 0, Duration.zero, first)
    var last = start
    while last - start < limit {
      current.store(number, ordering: .relaxed)
      setitimer(__itimer_which_t(ITIMER_PROF.rawValue), &allowed, nil)
      if case .accepted = try reader.read(damaged(seeds, number)) { accepted += 1 }
      if peakBytes() > mostBytes { fatalError("it takes \(peakBytes()) bytes") }
      let now = ContinuousClock.now
      if now - last > slowest { (slowest, slowestSeed) = (now - last, number) }
      (last, number) = (now, number + 1)
    }
    print(
      "\(reader.name): \(number - first) inputs, \(accepted) accepted, slowest \(slowest) (seed \(slowestSeed)), at most \(peakBytes() / 1_000_000) MB"
    )
  }

  /// The most memory that the process has had at once.
  private static func peakBytes() -> Int {
    var usage = rusage()
    #if canImport(Darwin)
      getrusage(RUSAGE_SELF, &usage)
      return usage.ru_maxrss
    #else
      getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
      return usage.ru_maxrss * 1024
    #endif
  }

  private static func damaged(_ inputs: [[UInt8]], _ seed: UInt64) -> [UInt8] {
    var mutation = Mutation(seed: seed)
    let input = inputs[Int.random(in: inputs.indices, using: &mutation)]
    return mutation.damaged(input, with: inputs[Int.random(in: inputs.indices, using: &mutation)])
  }

  private static func damage(_ seed: UInt64, _ count: Int, _ folder: String, _ files: [String]) throws {
    let inputs = files.map { FileManager.default.contents(atPath: $0).map { Array($0) } ?? [] }
    for number in 0..<count {
      try Data(damaged(inputs, seed &+ UInt64(number))).write(to: URL(fileURLWithPath: "\(folder)/\(number)"))
    }
  }

  private static func replay(_ reader: FuzzedReader, _ files: [String]) throws {
    for file in files {
      print(file, try reader.read(FileManager.default.contents(atPath: file).map { Array($0) } ?? []))
    }
  }
}

#if FUZZING
  @_silgen_name("LLVMFuzzerRunDriver")
  private func runDriver(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
    _ one: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
  ) -> CInt

  @_silgen_name("LLVMFuzzerMutate")
  private func libFuzzerDamage(_ data: UnsafeMutablePointer<UInt8>, _ size: Int, _ most: Int) -> Int

  /// Every other damage is libFuzzer's, the rest this program's own.
  @_cdecl("LLVMFuzzerCustomMutator")
  public func damage(_ data: UnsafeMutablePointer<UInt8>, _ size: Int, _ most: Int, _ seed: UInt32) -> Int {
    if seed % 2 == 0 { return libFuzzerDamage(data, size, most) }
    var mutation = Mutation(seed: UInt64(seed))
    let damaged = mutation.damaged(Array(UnsafeBufferPointer(start: data, count: size))).prefix(most)
    for (index, byte) in damaged.enumerated() { data[index] = byte }
    return damaged.count
  }
#endif
