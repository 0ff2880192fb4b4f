#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Runs a command several times and measures each run from outside.
enum CommandTimer {
  struct Measurement {
    /// Seconds from start to exit.
    var seconds: Double
    /// Largest resident memory in MiB.
    var peakMemory: Double
  }

  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  /// - Throws: `Failure` when the command cannot be started or ends with another status than 0.
  static func run(_ command: [String]) throws -> Measurement {
    guard let program = command.first else { throw Failure(description: "no command given") }
    var arguments = command.map { strdup($0) }
    defer { for argument in arguments { free(argument) } }
    arguments.append(nil)
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)

    let clock = ContinuousClock()
    let begin = clock.now
    var process = pid_t()
    let status = posix_spawnp(&process, program, &actions, nil, arguments, environ)
    guard status == 0 else { throw Failure(description: "\(program): \(String(cString: strerror(status)))") }
    var exit: Int32 = 0
    var usage = rusage()
    while wait4(process, &exit, 0, &usage) < 0 {
      guard errno == EINTR else { throw Failure(description: "\(program): cannot wait for it") }
    }
    let seconds = (clock.now - begin) / .seconds(1)
    guard exit == 0 else {
      throw Failure(description: "\(command.joined(separator: " ")): failed with status \(exit >> 8)")
    }
    #if canImport(Darwin)
      let unitsPerMebibyte = 1024.0 * 1024
    #else
      let unitsPerMebibyte = 1024.0
    #endif
    return Measurement(seconds: seconds, peakMemory: Double(usage.ru_maxrss) / unitsPerMebibyte)
  }

  /// Ends this program with status 1 and a message on standard error.
  static func exit(reporting message: String) -> Never {
    _ = (message + "\n").withCString { write(2, $0, strlen($0)) }
    _exit(1)
  }
}
