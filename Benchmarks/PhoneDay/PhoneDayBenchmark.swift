import DeviceModel
import Core

/// `PhoneDayBenchmark [--no-noise] [--days N] [--seed N]` runs the reference workload and prints one line of figures;
/// `PhoneDayBenchmark --measure COMMAND ...` prints the seconds of processor time and the MiB of one run of a command.
@main
enum PhoneDayBenchmark {
  static func main() {
    do {
      try run()
    } catch {
      CommandTimer.exit(reporting: "PhoneDayBenchmark: error: \(error)")
    }
  }

  private static func run() throws {
    var arguments = CommandLine.arguments.dropFirst()
    if arguments.first == "--measure" {
      let measurement = try CommandTimer.run(Array(arguments.dropFirst()))
      return print("\(measurement.seconds) \(measurement.peakMemory)")
    }
    var (isNoisy, days, seed) = (true, 1, 1)
    while let option = arguments.popFirst() {
      switch option {
      case "--no-noise": isNoisy = false
      case "--days": days = try number(arguments.popFirst(), of: option)
      case "--seed": seed = try number(arguments.popFirst(), of: option)
      default: throw CommandTimer.Failure(description: "unknown option \(option)")
      }
    }
    try simulate(days: days, firstSeed: seed, isNoisy: isNoisy)
  }

  private static func simulate(days: Int, firstSeed: Int, isNoisy: Bool) throws {
    var day = try PhoneDay(isNoisy: isNoisy)
    var last: PhoneDay.Outcome?
    var events = 0
    let begin = CommandTimer.processorTime
    for seed in firstSeed..<firstSeed + days {
      last = day.run(seed: UInt64(seed))
      events += last?.events ?? 0
    }
    let seconds = CommandTimer.processorTime - begin
    guard let last else { return }
    let fields: [(String, String)] = [
      ("days", "\(days)"), ("events", "\(events)"), ("seconds", "\(seconds)"),
      ("deliveries", "\(last.deliveries)"), ("error_p95_m", "\(last.error95)"),
      ("gnss_J", "\(last.energy.energy(of: .gnss).joules)"), ("wifi_J", "\(last.energy.energy(of: .wifi).joules)"),
      ("cellular_J", "\(last.energy.energy(of: .cellular).joules)"), ("energy_J", "\(last.energy.total.joules)"),
    ]
    print(fields.map { "\($0)=\($1)" }.joined(separator: " "))
  }

  private static func number(_ text: String?, of option: String) throws -> Int {
    guard let number = text.flatMap(Int.init), number > 0 else {
      throw CommandTimer.Failure(description: "\(option) needs a positive whole number")
    }
    return number
  }
}
