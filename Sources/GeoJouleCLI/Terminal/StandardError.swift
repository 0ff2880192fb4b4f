import Foundation

/// Everything that is not a result.
enum StandardError {
  static func write(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }

  static func line(_ text: String) { write(text + "\n") }
}
