/// Round clock times on an axis.
enum ClockAxis {
  /// Steps in seconds that people read easily. The page's script has the same.
  static let steps = [
    1, 2, 5, 10, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 14_400, 21_600, 43_200, 86_400,
  ]

  /// Seconds of the run at which a tick stands, at most `limit` of them, and what it says.
  static func ticks(duration: Double, startOfDay: Int, limit: Int = 13) -> [(seconds: Double, text: String)] {
    guard duration > 0 else { return [] }
    let step = steps.first { duration / Double($0) <= Double(limit) } ?? 604_800
    var clock = (startOfDay + step - 1) / step * step
    var ticks: [(seconds: Double, text: String)] = []
    while Double(clock - startOfDay) <= duration {
      ticks.append((Double(clock - startOfDay), text(clock, withSeconds: step < 60)))
      clock += step
    }
    return ticks
  }

  /// `08:05`, or `08:05:10`; after midnight it begins anew, and a run of days says which.
  static func text(_ clock: Int, withSeconds: Bool = false) -> String {
    func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
    let (day, rest) = (clock / 86_400, clock % 86_400)
    let time = "\(two(rest / 3600)):\(two(rest / 60 % 60))" + (withSeconds ? ":\(two(rest % 60))" : "")
    return day > 0 && clock != 86_400
      ? "\(time) +\(day)" : clock == 86_400 ? "24:00" + (withSeconds ? ":00" : "") : time
  }
}
