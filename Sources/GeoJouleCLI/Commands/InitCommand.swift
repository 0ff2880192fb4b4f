import ArgumentParser
import FileFormats
import Reports

struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Writes a strategy, a day and a power budget to start from.",
    discussion: """
      Writes strategy.yml, day.yml and budgets.yml into a folder, which is made where it is missing. Each has a comment for \
      every line to change; the first line names a schema for editors ('geojoule schema'). No file is written over.

      Examples:
        geojoule init
        geojoule init mine --android
        geojoule compare day.yml strategy.yml continuous live-updates
        geojoule check
      """)

  @Argument(help: ArgumentHelp("The folder; this one when left out.", valueName: "folder"), completion: .directory)
  var folder = "."

  @Flag(help: "Writes files for an app on Android; else for iOS.")
  var android = false

  @Flag(name: .shortAndLong, help: "Says nothing on standard error but errors.")
  var quiet = false

  private var device: String { android ? "pixel-9" : PhoneOptions.standard.device }

  mutating func run() throws {
    let prefix = folder == "." ? "" : folder.hasSuffix("/") ? folder : folder + "/"
    let files = [
      ("strategy.yml", InputSchema.strategy.modeline + (android ? Self.androidStrategy : Self.strategy)),
      ("day.yml", InputSchema.scenario.modeline + Self.day),
      ("budgets.yml", InputSchema.budgets.modeline + Self.budgets(device: device)),
    ]
    try FolderReplacement(folder, files: files.map { (name: $0.0, bytes: Array($0.1.utf8)) }).finish()
    guard !quiet else { return }
    for (name, _) in files { StandardError.line("wrote \(prefix)\(name)") }
    StandardError.line("for editors: geojoule schema budgets > \(prefix)\(InputSchema.budgets.fileName)")
    let others = android ? [device, "fused-high-accuracy", "fused-balanced"] : ["continuous", "live-updates"]
    let words = (["geojoule", "compare", "\(prefix)day.yml", "\(prefix)strategy.yml"] + others).map(ShellText.quoted)
    StandardError.line("next: \(words.joined(separator: " "))")
  }

  static let strategy = """
    # What the app does with location. docs/strategy-format.md has every key; 'geojoule show continuous' prints another one.
    summary: "Our tracker: best accuracy all day, a delivery each 30 m, batched uploads"
    kind: standard
    use: record                 # live: the app acts on the position held now; record: it keeps a track
    parameters:
      desired_accuracy: best    # best, nearest_ten_meters, hundred_meters, kilometer, three_kilometers
      distance_filter: 30 m     # a delivery after each 30 m; none for all
      activity_type: fitness    # other, automotive_navigation, fitness, other_navigation
    upload: {batch_count: 200, batch_interval: 30 min}

    """

  static let androidStrategy = """
    # What the app does with location. docs/strategy-format.md has every key; 'geojoule show fused-batched' prints another one.
    summary: "Our tracker: high accuracy each 5 s with a foreground service, batched uploads"
    kind: fused
    use: record                 # live: the app acts on the position held now; record: it keeps a track
    parameters:
      priority: high_accuracy   # high_accuracy, balanced, low_power, passive
      interval: 5 s             # time between positions
      min_distance: 10 m        # movement between positions; 0 m for all
      max_delay: 0 s            # positions are delivered together after this time
      foreground_service: true  # false: 'geojoule explain background location' has the limits
    upload: {batch_count: 200, batch_interval: 30 min}

    """

  static let day = """
    # A day of a user. docs/scenario-format.md has every key; a recording does as well: 'geojoule compare ride.gpx'.
    name: day
    summary: "A walk to work, a day indoors, and the walk home"
    source: "Made up: change the positions and the times to those of your users."
    starts: "08:00"
    lasts: 10 h

    surroundings:
      street: {sky: urban, access_points: many, cells: urban, coverage: good, on_wifi: false}
      office: {sky: indoor, access_points: many, cells: urban, coverage: good, on_wifi: true}
      flat: {sky: indoor, access_points: many, cells: urban, coverage: good, on_wifi: true, indoor_hold: home}

    places:
      home: {position: [52.4723, 13.3278], surroundings: flat}
      work: {position: [52.4570, 13.3210], surroundings: office}

    legs:
      - {leg: at home, kind: dwell, place: home, until: "08:30", spread: 10 min}
      - {leg: to work, kind: walk, from: home, to: work, speed: 1.35 m/s, surroundings: street}
      - {leg: at work, kind: dwell, place: work, until: "17:00", spread: 20 min}
      - {leg: back, kind: walk, from: work, to: home, speed: 1.35 m/s, surroundings: street}
      - {leg: in the evening, kind: dwell, place: home}

    script:                     # the app is opened once, and goes on behind the screen
      - {at: "08:05", event: screen_on}
      - {at: "08:05", event: foreground}
      - {at: "08:06", event: background}
      - {at: "08:06", event: screen_off}

    """

  static func budgets(device: String) -> String {
    """
    # What location may cost: 'geojoule check' fails where a limit is broken. docs/budgets.md has every key;
    # 'geojoule check --init' writes limits from the figures of today.
    defaults:
      scenarios: [day.yml]
      devices: [\(device)]
      seeds: 16
    budgets:
      - name: tracker
        strategies: [strategy.yml]
        limits:
          - {metric: drain_percent_per_hour, max: 4}
          - {metric: moving_error_p95_m, max: 100}

    """
  }
}
