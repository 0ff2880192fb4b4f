import Foundation
import Reports

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
