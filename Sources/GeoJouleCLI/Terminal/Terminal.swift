import Foundation
import Reports

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

/// Everything that is not a result. Where it cannot be written, nobody wants it: the work goes on.
enum StandardError {
  /// As it is: for what this program alone has made.
  static func write(_ text: String) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { systemWrite(STDERR_FILENO, $0) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if count == 0 || errno != EINTR {
        return
      }
    }
  }

  /// One line, whatever stands in the names and texts that it quotes.
  static func line(_ text: String) { lines(PlainText.line(text)) }

  /// Lines of which none is a command to a build server or a terminal.
  static func lines(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    write(PlainText.printed(lines.map { PlainText.line(String($0)) }.joined(separator: "\n")) + "\n")
  }
}

private func systemWrite(_ descriptor: CInt, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(descriptor, bytes.baseAddress, bytes.count)
}
