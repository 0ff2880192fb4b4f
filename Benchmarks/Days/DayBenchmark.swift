import Analysis
import CLibrary
import CProgram
import DeviceModel
import Documents
import GeoJoule
import Core
import Simulation
import Strategies
import World

/// `DayBenchmark [--strategies A,B | all] [--scenario NAME | --population NAME --days N] [--seeds N] [--rounds N] [--together]
/// [--events | --digest]` runs whole days as the program does, on one core, and prints what a day of each strategy takes, its
/// baseline and the drawing of the day included; with `--events`, also for each event of the strategies' days; with `--digest`,
/// hashes of the physics and of the figures instead, for telling whether either has changed.
@main
enum DayBenchmark {
  struct Failure: Error, CustomStringConvertible { let description: String }

  // Not asynchronous itself: the main thread would wait in a call that valgrind 3.19 cannot make.
  static func main() {
    // As the program does.
    geojoule_keep_memory()
    Task.detached {
      do {
        try await run()
        exit(0)
      } catch {
        _ = "DayBenchmark: error: \(error)\n".withCString { write(2, $0, strlen($0)) }
        exit(1)
      }
    }
    while true { pause() }
  }

  static let mainStrategies =
    "none,continuous,distance-filter,deferred,auto-pause,hundred-meters,kilometer,significant-change"

  private static func run() async throws {
    var arguments = CommandLine.arguments.dropFirst()
    var (names, scenario, population) = (mainStrategies, "commute", String?.none)
    var (seeds, rounds, days, digests, together, counts) = (3, 5, 7, false, false, false)
    func next(_ option: String) throws -> String {
      guard let value = arguments.popFirst() else { throw Failure(description: "\(option) needs a value") }
      return value
    }
    func number(_ option: String) throws -> Int {
      guard let value = Int(try next(option)), value > 0 else {
        throw Failure(description: "\(option) needs a whole number of at least 1")
      }
      return value
    }
    while let option = arguments.popFirst() {
      switch option {
      case "--strategies": names = try next(option)
      case "--scenario": scenario = try next(option)
      case "--population": population = try next(option)
      case "--seeds": seeds = try number(option)
      case "--rounds": rounds = try number(option)
      case "--days": days = try number(option)
      case "--together": together = true
      case "--digest": digests = true
      case "--events": counts = true
      default: throw Failure(description: "unknown option \(option)")
      }
    }
    let catalog = Catalog()
    let wanted = names == "all" ? catalog.names(.strategies) : names.split(separator: ",").map(String.init)
    let (device, network) = (try catalog.device("modern-phone"), try catalog.network("lte"))
    let specifications = try wanted.map { try catalog.strategy($0) }
    var request: ComparisonRequest
    if let population {
      let person = Person(try catalog.population(population), number: 1, firstSeed: 1, days: days)
      request = ComparisonRequest(
        device: device, network: network, scenario: person.scenario, strategies: specifications, parameters: .fixed)
    } else {
      request = ComparisonRequest(
        device: device, network: network, scenario: try catalog.scenario(scenario), strategies: specifications)
    }
    request.seedCount = seeds
    request = try request.with(watch: "watch", catalog)
    if digests { return try await digest(request) }

    let length = request.scenario.horizon.seconds / 86_400
    var cells = specifications.map { ($0.name, [$0]) }
    if together { cells = [("together", specifications)] }
    var times = [[Double]](repeating: [], count: cells.count)
    for _ in 0..<rounds {
      for (index, cell) in cells.enumerated() {
        request.strategies = cell.1
        let begin = processorTime()
        _ = try await Comparison.run(request)
        times[index].append((processorTime() - begin) / Double(seeds * cell.1.count) / length)
      }
    }
    for (index, cell) in cells.enumerated() {
      let sorted = times[index].sorted()
      let median = sorted[sorted.count / 2]
      var line = "\(cell.0) ms_per_day=\(text(median * 1000)) least=\(text(sorted[0] * 1000))"
      if counts {
        request.strategies = cell.1
        let events = Double(try handledEvents(request)) / Double(seeds * cell.1.count) / length
        line += " events=\(text(events)) ns_per_event=\(text(median * 1e9 / events))"
      }
      print(line)
    }
  }

  /// Those of the strategies' own days.
  private static func handledEvents(_ request: ComparisonRequest) throws -> Int {
    var (request, count) = (request, 0)
    for _ in 0..<request.seedCount {
      for index in request.strategies.indices {
        count += try SingleRun(request, strategy: index).record.handledEvents
      }
      request.firstSeed += 1
    }
    return count
  }

  private static func text(_ value: Double) -> String { "\((value * 1000).rounded() / 1000)" }

  /// Seconds that this process has used.
  private static func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Two hashes of each strategy: of the physics (what every seed's ledger and deliveries consist of), and of the figures made from it.
  private static func digest(_ request: ComparisonRequest) async throws {
    let result = try await Comparison.run(request)
    for (index, row) in result.rows.enumerated() {
      var (physics, figures) = (Digest(), Digest())
      for run in row.runs {
        for metric in Metric.allCases { figures.add(run[metric]?.bitPattern ?? 1) }
        for note in run.notes { figures.add(note) }
      }
      var day = request
      for seed in row.runs.indices {
        day.firstSeed = request.firstSeed + UInt64(seed)
        physics.add(try SingleRun(day, strategy: index))
      }
      print("\(request.scenario.name) \(row.strategy) physics \(String(physics.value, radix: 16))")
      print("\(request.scenario.name) \(row.strategy) figures \(String(figures.value, radix: 16))")
    }
  }
}

/// FNV-1a over words.
private struct Digest {
  var value: UInt64 = 0xcbf2_9ce4_8422_2325
  mutating func add(_ word: UInt64) {
    var word = word
    for _ in 0..<8 {
      value = (value ^ (word & 0xff)) &* 0x100_0000_01b3
      word >>= 8
    }
  }
  mutating func add(_ text: String) { for byte in text.utf8 { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 } }
  mutating func add(_ instant: Instant) { add(UInt64(bitPattern: instant.nanoseconds)) }

  mutating func add(_ run: SingleRun) {
    for segment in run.record.timeline + (run.record.watch?.timeline ?? []) {
      add(UInt64(segment.component.rawValue) << 32 | UInt64(segment.state) << 16 | UInt64(segment.bin.rawValue))
      add(UInt64(segment.cause.index))
      add(segment.start)
      add(segment.end)
    }
    for payment in run.detail.payments + run.detail.watchPayments {
      add(payment.instant)
      add(payment.energy.joules.bitPattern)
    }
    for fix in run.record.fixes {
      add(fix.delivered)
      add(fix.timestamp)
      add(fix.position.x.bitPattern)
      add(fix.horizontalAccuracy.bitPattern)
    }
    add(run.record.batteryEmpty ?? .never)
    add("\(run.record.wakeups) \(run.record.deliveries) \(run.record.uploads) \(run.record.events.count)")
  }
}
