import ArgumentParser
import GeoJoule

/// What somebody who complains of a drain knows.
struct ComplaintOptions: ParsableArguments {
  @Option(help: .value("38..9%", "The battery's level first and last, or its fall, such as 35%."), transform: levels)
  var drop: [Double]?

  @Option(help: .value("time", "How long that took."), transform: hours)
  var over: Double?

  @Option(help: .value("percent", "The app's share of the battery in the phone's settings."), transform: percent)
  var appShare: Double?

  @Option(help: .value("time", "How long the app ran in the background, as the settings show it."), transform: hours)
  var backgroundTime: Double?

  @Option(help: .value("n|file", "Positions that the app got: how many, or a log of them."))
  var fixes: String?

  @Option(help: .value("n", "Positions in an hour at rest."))
  var stillFixes: Int?

  @Option(help: .value("n", "Positions in an hour on the way."))
  var movingFixes: Int?

  @Option(help: .value("time", "Time with the screen on. (default: unknown)"), transform: hours)
  var screenOn: Double?

  @Option(help: .value("percent", "The battery's capacity, as the phone's settings show it."), transform: percent)
  var batteryHealth: Double?

  @Option(help: .value("year", "The year of a phone that is not known: its class plays it."))
  var phoneYear: Int?

  @Option(help: .value("n", "The complaint is the worst of so many users."))
  var users = 1

  @Option(help: .value("cause=weight", "A cause's weight before, among 1 for each other; repeat."), transform: weight)
  var prior: [Prior] = []

  @Flag(help: "The signal was weak all the time.")
  var weakSignal = false

  @Flag(help: "The phone was on a charger.")
  var charging = false

  @Option(help: .value("time", "The day: so long at home."), transform: hours)
  var still: Double?

  @Option(help: .value("time", "The day: then so long on foot."), transform: hours)
  var walking: Double?

  @Option(help: .value("time", "The day: then so long in a car."), transform: hours)
  var driving: Double?

  typealias Prior = (cause: String, weight: Double)

  /// Whether they say what was used without a log.
  var saysUse: Bool { drop != nil || appShare != nil }
  var isDay: Bool { dayLength > 0 }
  /// In hours.
  private var dayLength: Double { [still, walking, driving].reduce(0) { $0 + ($1 ?? 0) } }

  /// - Parameters:
  ///   - log: of a battery, in place of --drop and --over.
  ///   - day: of the complaint, in hours; `nil` where nobody named it.
  func complaint(log: ImportedRecording?, day: Double?) throws -> Complaint {
    guard phoneYear ?? 2020 >= 2007, batteryHealth ?? 100 >= 10 else {
      throw ValidationError("--phone-year takes 2007 or later, and --battery-health 10 to 100 %")
    }
    guard users >= 1, [stillFixes, movingFixes, fixes.flatMap(Int.init)].allSatisfy({ $0 ?? 0 >= 0 }) else {
      throw ValidationError("--users takes 1 or more, and numbers of positions are 0 or more")
    }
    guard log != nil || saysUse else {
      throw ValidationError("say what was seen: --drop 38..9%, --app-share 38%, or a log of the battery")
    }
    guard log == nil || (drop == nil && over == nil) else {
      throw ValidationError("the log says how far the battery fell, and in what time; leave out --drop and --over")
    }
    var complaint = Complaint(hours: [0, over ?? day ?? 0], levels: drop ?? [])
    if let log {
      let course = log.longestDischarge
      guard let first = course.first else {
        throw InputError(
          file: log.file, message: "the log has no two readings of the battery between which it does not charge",
          remedy: "give a longer log, or --drop and --over")
      }
      complaint = Complaint(hours: course.map { ($0.time - first.time) / 3600 }, levels: course.map(\.percent))
      complaint.step = log.levelStep
      if !log.states.isEmpty {
        // A log of states says when the screen was on.
        let lit = log.states.filter { $0.state == "screen" }
        let span = first.time...(first.time + 3600 * complaint.length)
        complaint.seen[.screen] = ImportedRecording.seconds(lit, within: span) / 60
      }
    }
    guard complaint.length > 0 else { throw ValidationError("say how long it took, as in --over 6h30") }
    if max(screenOn ?? 0, backgroundTime ?? 0) > complaint.length + 1e-6 {
      throw ValidationError(
        "--screen-on and --background-time are at most what was seen, \(TimeSpan.hours(complaint.length).clockText)")
    }
    complaint.seen[.fixes] = try fixes.map { try Double(Int($0) ?? FixReader().read(path: $0).fixes.count) }
    (complaint.seen[.stillFixes], complaint.seen[.movingFixes]) = (
      stillFixes.map(Double.init), movingFixes.map(Double.init)
    )
    (complaint.seen[.background], complaint.seen[.share]) = (backgroundTime, appShare)
    if let screenOn { complaint.seen[.screen] = screenOn * 60 }
    (complaint.users, complaint.isOnCharger) = (users, charging)
    for prior in prior { complaint.priors[prior.cause] = prior.weight }
    return complaint
  }

  /// - Throws: `ValidationError` for the weight of a cause that there is not.
  func check(_ causes: [String]) throws {
    let known = ["as configured"] + causes
    guard let wrong = prior.first(where: { !known.contains($0.cause) }) else { return }
    throw ValidationError("--prior knows no cause '\(wrong.cause)'; there are \(known.joined(separator: ", "))")
  }

  /// The day of the complaint, of these options or of the others.
  func day(_ day: DayOptions, _ catalog: Catalog) throws -> Scenario {
    let failures: [Failure] = weakSignal ? [.weakSignal] : []
    guard isDay else { return try day.day(catalog).with(failures) }
    guard day.scenario == nil, day.track == nil else {
      throw ValidationError("--still, --walking and --driving are a day; leave out --scenario and --track")
    }
    return Scenario.hours(still: still ?? 0, walking: walking ?? 0, driving: driving ?? 0).with(day.failures + failures)
  }

  private static let hours = HoursOptions.hours(parsing:)

  /// Reads `38..9%`, the same as shares of 1, and a fall of `35%`, which may have begun anywhere below a full gauge.
  @Sendable private static func levels(_ argument: String) throws -> [Double] {
    var levels = argument.replacing("%", with: "").split(separator: "..").map { Double($0) ?? .nan }
    if BatteryLevels.areShares(levels), !argument.contains("%") { levels = levels.map { ($0 * 1e8).rounded() / 1e6 } }
    if levels.count == 1 { levels = [max(99, levels[0]), max(99, levels[0]) - levels[0]] }
    guard levels.count == 2, levels[1] >= 0, levels[0] >= levels[1], levels[0] <= 100 else {
      throw ValidationError("it takes a first level and a last one not above it, as in 38..9%, or a fall of 35%")
    }
    return levels
  }

  /// Reads `other use=3`.
  @Sendable private static func weight(_ argument: String) throws -> Prior {
    let parts = argument.split(separator: "=")
    guard parts.count == 2, let weight = Double(parts[1]), weight >= 0, weight <= 1e6 else {
      throw ValidationError("it takes a cause and its weight, such as 'other use=3'")
    }
    return (String(parts[0]), weight)
  }

  /// Reads `38%`.
  @Sendable private static func percent(_ argument: String) throws -> Double {
    guard let percent = Double(argument.replacing("%", with: "")), percent > 0, percent <= 100 else {
      throw ValidationError("it takes a percentage above 0, such as 38%")
    }
    return percent
  }
}
