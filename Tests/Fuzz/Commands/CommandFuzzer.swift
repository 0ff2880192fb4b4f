import Foundation
import FuzzReaders
import GeoJouleCLI

/// Runs commands on damaged files, thousands a minute: in this process, as `geojoule` itself runs them.
///
/// - `run TABLE FOLDER SEED SECONDS [NAME]` goes on until the time is over, a command takes too much memory, or the process
///   ends as none should; `FOLDER/status` says at any time what it does and what it has done. It prints a line for each fault.
/// - `damage TABLE NAME NUMBER FILE` writes the file of one run.
@main
enum CommandFuzzer {
  static func main() async throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    switch (arguments.first, arguments.count) {
    case ("run", 5...6):
      let commands = try FuzzedCommand.table(arguments[1])
      var run = try CommandRun(commands, folder: arguments[2], seed: UInt64(arguments[3]) ?? 0)
      try await run.all(seconds: Double(arguments[4]) ?? 1, only: arguments.count > 5 ? arguments[5] : nil)
    case ("damage", 5):
      guard let command = try FuzzedCommand.table(arguments[1]).first(where: { $0.name == arguments[2] }) else { break }
      try command.write(command.damaged(UInt64(arguments[3]) ?? 0), to: arguments[4])
    default: print("use: run TABLE FOLDER SEED SECONDS [NAME] | damage TABLE NAME NUMBER FILE")
    }
  }
}
