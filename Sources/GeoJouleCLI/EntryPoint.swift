import ArgumentParser
import FileFormats
import Foundation

/// Runs the command and turns its outcome into an exit code: 0 done, 1 internal fault, 64 wrong usage, 65 bad input.
@main
enum EntryPoint {
  static func main() async {
    do {
      let arguments = Array(CommandLine.arguments.dropFirst())
      try CommandName.check(arguments, of: GeoJouleCommand.self)
      try RepeatedOption.check(arguments, of: GeoJouleCommand.self)
      var command = try GeoJouleCommand.parseAsRoot()
      if var asynchronous = command as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        try command.run()
      }
    } catch let error as InputError {
      StandardError.line(error.description)
      exit(ExitStatus.badInput)
    } catch {
      GeoJouleCommand.exit(withError: error)
    }
  }
}
