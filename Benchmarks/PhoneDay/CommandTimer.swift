import CLibrary

/// Runs a command and measures it from outside.
enum CommandTimer {
  struct Measurement {
    /// Of processor time.
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

    var process = pid_t()
    let status = posix_spawnp(&process, program, &actions, nil, arguments, environ)
    guard status == 0 else { throw Failure(description: "\(program): \(String(cString: strerror(status)))") }
    var exit: Int32 = 0
    var usage = rusage()
    while wait4(process, &exit, 0, &usage) < 0 {
      guard errno == EINTR else { throw Failure(description: "\(program): cannot wait for it") }
    }
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
    guard exit == 0 else {
      throw Failure(description: "\(command.joined(separator: " ")): failed with status \(exit >> 8)")
    }
    #if canImport(Darwin)
      let unitsPerMebibyte = 1024.0 * 1024
    #else
      let unitsPerMebibyte = 1024.0
    #endif
    return Measurement(
      seconds: seconds(usage.ru_utime) + seconds(usage.ru_stime),
      peakMemory: Double(usage.ru_maxrss) / unitsPerMebibyte)
  }

  /// Seconds of processor time of this program.
  static var processorTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Ends this program with status 1 and a message on standard error.
  static func exit(reporting message: String) -> Never {
    _ = (message + "\n").withCString { write(2, $0, strlen($0)) }
    _exit(1)
  }
}
