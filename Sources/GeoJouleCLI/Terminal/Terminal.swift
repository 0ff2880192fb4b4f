import Foundation

/// What the terminals on standard output and standard error can show.
struct Terminal {
  /// Whether results may be coloured: only on a terminal, without NO_COLOR (https://no-color.org) and outside CI.
  let isColoured: Bool
  /// Columns of standard output; 100 where it is not a terminal.
  let width: Int
  /// Whether progress may be shown: only on a terminal, outside CI, or where a program that reads it sets GEOJOULE_PROGRESS.
  let showsProgress: Bool

  init(environment: [String: String] = ProcessInfo.processInfo.environment) {
    let isResultTerminal = isatty(STDOUT_FILENO) == 1
    let isCI = Self.isSet(environment["CI"])
    isColoured =
      isResultTerminal && !isCI && !Self.isSet(environment["NO_COLOR"]) && environment["TERM"] != "dumb"
    showsProgress =
      Self.isSet(environment["GEOJOULE_PROGRESS"])
      || (isatty(STDERR_FILENO) == 1 && !isCI && environment["TERM"] != "dumb")
    width = isResultTerminal ? Self.columns() ?? 100 : 100
  }

  private static func isSet(_ value: String?) -> Bool { value.map { !$0.isEmpty && $0 != "false" } ?? false }

  private static func columns() -> Int? {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }
}
