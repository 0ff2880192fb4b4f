import ArgumentParser
import DeviceModel
import FileFormats
import Foundation

/// Runs the command and turns its outcome into an exit code: 0 done, 1 internal fault, 64 wrong usage, 65 bad input.
@main
enum EntryPoint {
  static func main() async {
    ProcessState.prepare()
    do {
      let files = InputFiles { StandardError.line($0) }
      try await InputFiles.$current.withValue(files) { try await run() }
    } catch {
      if let fault = error as? ProfileFault {
        end(InputError(file: nil, message: fault.message, remedy: fault.remedy))
      }
      end(error)
    }
  }

  private static func run() async throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    try CommandName.check(arguments, of: GeoJouleCommand.self)
    try RepeatedOption.check(arguments, of: GeoJouleCommand.self)
    var command = try GeoJouleCommand.parseAsRoot()
    if var asynchronous = command as? any AsyncParsableCommand {
      try await asynchronous.run()
    } else {
      try command.run()
    }
  }

  private static func end(_ error: any Error) -> Never {
    if let error = error as? InputError {
      // As any program whose reader has seen enough.
      if error.file == AtomicFile.standardOutput, ProcessState.hasLostReader { ProcessState.end(by: SIGPIPE) }
      StandardError.line(error.description)
      exit(error.isUsage ? ExitCode.validationFailure.rawValue : ExitStatus.badInput)
    }
    let code = GeoJouleCommand.exitCode(for: error)
    let text = GeoJouleCommand.fullMessage(for: error)
    if !text.isEmpty {
      // Help is a result like any other: where it cannot be written, the command has failed.
      if code == .success {
        do {
          try AtomicFile.write(text + "\n", to: "-")
        } catch {
          end(error)
        }
      } else {
        StandardError.lines(text)
      }
    }
    exit(code.rawValue)
  }
}
