import FileFormats
import Core
import World

/// Turns clock times of a scenario into instants of its run.
struct ScenarioClock {
  let start: ClockTime
  let length: TimeSpan

  /// The instant of a clock time on a day counted from 1; without a day, the first time it comes round.
  ///
  /// - Throws: `InputError` for a time before the start or after the end of the run.
  func instant(_ value: YAMLValue, day: YAMLValue?) throws(InputError) -> Instant {
    let time = try value.clockTime()
    var seconds = time.secondsSinceMidnight - start.secondsSinceMidnight
    if let day {
      seconds += 86_400 * (try day.integer(in: 1...Scenario.longestDays + 1) - 1)
    } else if seconds < 0 {
      seconds += 86_400
    }
    let instant = Instant.start + .seconds(Double(seconds))
    guard seconds >= 0, instant <= .start + length else {
      throw value.error(
        "\(time) is outside the scenario, which starts at \(start) and lasts \(length)",
        remedy: "change the time, 'starts' or 'lasts'; name the 'day' (1, 2, ...) of a scenario over several days")
    }
    return instant
  }
}
