import ArgumentParser
import CProgram
import Foundation
import GeoJoule
import Reports

/// Runs the command and turns its outcome into an exit code: 0 done, 1 internal fault, 2 a limit
/// is broken or nothing meets it, 64 wrong usage, 65 bad input.
package enum EntryPoint {
  /// What comes before the first task.
  package static func prepare() { ProcessState.prepare() }

  package static func main() async -> Never {
    exit(await status(of: Array(CommandLine.arguments.dropFirst())))
  }

  /// Runs the command of some arguments and says on standard error why it failed, if it did.
  ///
  /// - Returns: the exit code.
  package static func status(of arguments: [String]) async -> Int32 {
    do {
      let files = InputFiles { StandardError.line($0) }
      try await InputFiles.$current.withValue(files) {
        try await CommandEcho.$arguments.withValue(arguments) { try await run(arguments) }
      }
      return 0
    } catch {
      if let fault = error as? ProfileFault {
        return status(of: InputError(file: nil, message: fault.message, remedy: fault.remedy))
      }
      return status(of: error, arguments)
    }
  }

  private static func run(_ given: [String]) async throws {
    let arguments = given == ["version"] ? ["--version"] : given
    try UsageCheck.checkName(arguments, of: GeoJouleCommand.self)
    try UsageCheck.checkRepetition(arguments, of: GeoJouleCommand.self)
    var command = try GeoJouleCommand.parseAsRoot(arguments)
    if var asynchronous = command as? any AsyncParsableCommand {
      try await asynchronous.run()
    } else {
      try command.run()
    }
  }

  private static func status(of error: any Error, _ arguments: [String] = []) -> Int32 {
    if let error = error as? InputError {
      // As any program whose reader has seen enough.
      if error.file == AtomicFile.standardOutput, ProcessState.hasLostReader { ProcessState.end(by: SIGPIPE) }
      StandardError.line(error.description)
      // The folder of --catalog is not known here; names from there would count as mistakes.
      if error.line != nil, let file = error.file, !arguments.contains("--catalog") {
        let faults = ValidateFileCommand.faults(in: file)
        if faults.contains(error) { for fault in faults where fault != error { StandardError.line(fault.description) } }
      }
      return error.isUsage ? ExitCode.validationFailure.rawValue : ExitStatus.badInput
    }
    let code = GeoJouleCommand.exitCode(for: error)
    let text = GeoJouleCommand.fullMessage(for: error)
    if !text.isEmpty {
      // Help is a result like any other: where it cannot be written, the command has failed.
      if code == .success {
        do {
          try AtomicFile.write(text + "\n", to: "-")
        } catch {
          return status(of: error)
        }
      } else {
        StandardError.lines(UsageCheck.mended(text, arguments))
      }
    }
    return code.rawValue
  }
}

/// The exit codes beside 0 and those of the argument parser (1 internal fault, 64 wrong usage).
enum ExitStatus {
  /// A file, a name or a place to write to is not usable.
  static let badInput: Int32 = 65
  /// A limit of level `error` is broken.
  static let budgetBroken: Int32 = 2
}

/// The version, and the commit where it is known: what `--version` prints, and the build that results name. Baselines, which
/// are kept among sources, name the version alone.
enum ProgramVersion {
  static var text: String { text(version: GeoJouleVersion.text, commit: String(cString: geojoule_commit())) }

  static func text(version: String, commit: String) -> String {
    commit.isEmpty ? version : "\(version) (\(commit))"
  }
}

/// The command line that is being run, as reports repeat it.
///
/// The options that every report has are left out, and how the work is shared: they change no figure, so that a report has the
/// same bytes in any place and form.
enum CommandEcho {
  /// Without the program's name.
  @TaskLocal static var arguments: [String] = []

  private static let flags: Set<String> = ["--wide", "--quiet", "-q"]
  private static let options = Set(["jobs", "format", "csv", "json", "markdown", "html"].map { "--\($0)" })

  static var words: [String] {
    var words = ["geojoule"]
    var rest = arguments[...]
    while let word = rest.popFirst() {
      if options.contains(word) {
        rest = rest.dropFirst()
      } else if !flags.contains(word), !options.contains(String(word.prefix { $0 != "=" })) {
        words.append(word)
      }
    }
    return words
  }

  /// As one line that a shell takes.
  static var text: String { text(words) }

  static func text(_ words: [String]) -> String { words.map(ShellText.quoted).joined(separator: " ") }
}
