import Analysis
import ArgumentParser
import Core
import Documents
import FileFormats
import Measured
import World

/// What somebody who complains of a drain knows.
struct ComplaintOptions: ParsableArguments {
  @Option(help: ArgumentHelp("What the battery's level was first and last.", valueName: "38..9%"))
  var drop: LevelFall?

  @Option(help: ArgumentHelp("How long that took.", valueName: "time"))
  var over: HoursArgument?

  @Option(help: ArgumentHelp("The app's share of the battery in the phone's settings.", valueName: "percent"))
  var appShare: PercentArgument?

  @Option(help: ArgumentHelp("Positions that the app got.", valueName: "n"))
  var fixes: Int?

  @Option(help: ArgumentHelp("Positions in an hour at rest.", valueName: "n"))
  var stillFixes: Int?

  @Option(help: ArgumentHelp("Positions in an hour on the way.", valueName: "n"))
  var movingFixes: Int?

  @Option(help: ArgumentHelp("Time with the screen on. (default: unknown)", valueName: "time"))
  var screenOn: HoursArgument?

  @Option(help: ArgumentHelp("The battery's capacity, as the phone's settings show it.", valueName: "percent"))
  var batteryHealth: PercentArgument?

  @Option(help: ArgumentHelp("The complaint is the worst of so many users.", valueName: "n"))
  var users = 1

  @Flag(help: "The signal was weak all the time.")
  var weakSignal = false

  @Flag(help: "The phone was on a charger.")
  var charging = false

  @Option(help: ArgumentHelp("How long after the day's start it began. (default: the day's mean)", valueName: "time"))
  var begin: HoursArgument?

  @Option(help: ArgumentHelp("The day: so long at home.", valueName: "time"))
  var still: HoursArgument?

  @Option(help: ArgumentHelp("The day: then so long on foot.", valueName: "time"))
  var walking: HoursArgument?

  @Option(help: ArgumentHelp("The day: then so long in a car.", valueName: "time"))
  var driving: HoursArgument?

  /// Whether these options are a day.
  var hasDay: Bool { still != nil || walking != nil || driving != nil }
  /// Of the day of these options, in hours.
  private var dayLength: Double { [still, walking, driving].reduce(0) { $0 + ($1?.hours ?? 0) } }

  func validate() throws {
    guard users >= 1, [fixes, stillFixes, movingFixes].allSatisfy({ $0 ?? 0 >= 0 }) else {
      throw ValidationError("--users takes 1 or more, and numbers of positions are 0 or more")
    }
    if let screenOn, let over, screenOn.hours > over.hours {
      throw ValidationError("--screen-on is longer than --over")
    }
  }

  /// - Parameter log: of a battery, in place of --drop.
  func complaint(log: ImportedRecording?) throws -> Complaint {
    let length = over?.hours ?? dayLength
    guard log != nil || drop != nil || appShare != nil else {
      throw ValidationError("say what was seen: --drop 38..9%, --app-share 38%, or a log of the battery")
    }
    guard log != nil || length > 0 else { throw ValidationError("say how long it took, as in --over 6h30") }
    var complaint = Complaint(hours: [0, length], levels: drop.map { [$0.first, $0.last] } ?? [])
    if let log {
      guard let course = Complaint(log: log.readings.map { ($0.time, $0.percent) }) else {
        throw InputError(
          file: log.file, message: "the log has no two readings of the battery between which it does not charge",
          remedy: "give a longer log, or --drop and --over")
      }
      (complaint, complaint.step) = (course, log.levelStep)
    }
    (complaint.fixes, complaint.appShare) = (fixes.map(Double.init), appShare?.share)
    (complaint.stillFixes, complaint.movingFixes) = (stillFixes.map(Double.init), movingFixes.map(Double.init))
    (complaint.screenHours, complaint.users, complaint.isOnCharger) = (screenOn?.hours, users, charging)
    return complaint
  }

  /// The day of the complaint, of these options or of the others.
  func day(_ day: DayOptions, _ catalog: Catalog) throws -> Scenario {
    guard hasDay else { return try day.day(catalog) }
    guard day.isStandard else {
      throw ValidationError("--still, --walking and --driving are a day; leave out --scenario and --track")
    }
    return .complained(still: still?.hours ?? 0, walking: walking?.hours ?? 0, driving: driving?.hours ?? 0)
  }

  var arguments: [String] {
    let values: [(String, (any CustomStringConvertible)?)] = [
      ("--drop", drop), ("--over", over), ("--app-share", appShare), ("--fixes", fixes),
      ("--still-fixes", stillFixes), ("--moving-fixes", movingFixes), ("--screen-on", screenOn),
      ("--battery-health", batteryHealth), ("--users", users > 1 ? users : nil), ("--begin", begin),
      ("--still", still), ("--walking", walking), ("--driving", driving),
    ]
    return values.flatMap { name, value in value.map { [name, $0.description] } ?? [] }
      + (weakSignal ? ["--weak-signal"] : []) + (charging ? ["--charging"] : [])
  }
}

/// `38..9%`: levels of a battery.
struct LevelFall: ExpressibleByArgument, CustomStringConvertible {
  let (first, last): (Double, Double)
  let description: String

  init?(argument: String) {
    let ends = argument.replacing("%", with: "").split(separator: "..").map { Double($0) ?? .nan }
    guard ends.count == 2, ends[1] >= 0, ends[0] >= ends[1], ends[0] <= 100 else { return nil }
    (first, last, description) = (ends[0], ends[1], argument)
  }
}

/// `38%`.
struct PercentArgument: ExpressibleByArgument, CustomStringConvertible {
  let share: Double
  let description: String

  init?(argument: String) {
    guard let percent = Double(argument.replacing("%", with: "")), percent > 0, percent <= 100 else { return nil }
    (share, description) = (percent / 100, argument)
  }
}

/// `6h30`, `6.5h`, `90min`; at most 31 days.
struct HoursArgument: ExpressibleByArgument, CustomStringConvertible {
  let hours: Double
  let description: String

  init?(argument: String) {
    let parts = argument.split(separator: "h", omittingEmptySubsequences: false).map { Double($0) }
    let both = parts.count == 2 ? parts[0].flatMap { whole in parts[1].map { whole + $0 / 60 } } : nil
    guard let hours = both ?? (try? TimeSpan(parsing: argument).hours), (0...744).contains(hours) else { return nil }
    (self.hours, description) = (hours, argument)
  }
}
