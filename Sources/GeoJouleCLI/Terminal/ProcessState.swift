import CProgram
import FileFormats
import Foundation

/// What the process needs of its system before it does anything.
enum ProcessState {
  static func prepare() {
    geojoule_keep_memory()
    openStandardFiles()
    checkOpenFiles()
    // Nobody reading standard error must not end the work; of standard output it is seen when writing fails.
    signal(SIGPIPE, SIG_IGN)
    checkThreads()
    removeStagedFilesAtTheEnd()
  }

  /// Where the system allows no thread, Swift's tasks would wait for one without end.
  private static func checkThreads() {
    guard geojoule_can_make_threads() == 0 else { return }
    StandardError.line(
      "error: the system allows no more threads; allow more processes and memory, as with 'ulimit -u' and 'ulimit -v'")
    exit(ExitStatus.badInput)
  }

  /// The first file that is opened gets the first free number. Where one of 0, 1 and 2 is free, what is written for people
  /// would go into it. So each is taken; those of input and output the wrong way round, so that using them is an error.
  private static func openStandardFiles() {
    for (descriptor, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_WRONLY)]
    where fcntl(descriptor, F_GETFD) < 0 && errno == EBADF {
      let opened = open("/dev/null", mode)
      guard opened >= 0, opened != descriptor else { continue }
      dup2(opened, descriptor)
      close(opened)
    }
  }

  /// What runs Swift's tasks opens up to six files of its own, and ends the process by a trap where it may not.
  private static func checkOpenFiles() {
    #if canImport(Glibc)
      let files = CInt(RLIMIT_NOFILE.rawValue)
    #else
      let files = RLIMIT_NOFILE
    #endif
    var limit = rlimit()
    guard getrlimit(files, &limit) == 0, limit.rlim_cur < 64 else { return }
    limit.rlim_cur = min(limit.rlim_max, 64)
    guard setrlimit(files, &limit) != 0 || limit.rlim_cur < 16 else { return }
    StandardError.line("error: the system allows \(limit.rlim_cur) open files; allow more, as with 'ulimit -n 64'")
    exit(ExitStatus.badInput)
  }

  /// The thread that waits for signals.
  nonisolated(unsafe) private static var waiter: pthread_t?

  /// A signal that ends the process removes temporary files first, on a thread that waits for it.
  ///
  /// Blocking the signals is not enough: the first thread ends in dispatch's `dispatch_main`, which on Linux waits with no
  /// signal blocked. A handler sends on what is delivered there.
  private static func removeStagedFilesAtTheEnd() {
    var signals = sigset_t()
    sigemptyset(&signals)
    var numbers: [CInt] = []
    for number in [SIGINT, SIGTERM, SIGHUP] {
      // What the caller ignores, as nohup does, stays ignored.
      let before = signal(number, SIG_DFL)
      guard address(before) != address(SIG_IGN) else {
        signal(number, SIG_IGN)
        continue
      }
      sigaddset(&signals, number)
      numbers.append(number)
    }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    let waited = signals
    let handled = numbers
    Thread.detachNewThread {
      ProcessState.waiter = pthread_self()
      for number in handled {
        signal(number) { if let waiter = ProcessState.waiter { pthread_kill(waiter, $0) } }
      }
      var signals = waited
      var number: CInt = 0
      while sigwait(&signals, &number) != 0 {}
      StagedFiles.removeAll { end(by: number) }
    }
  }

  /// Ends the process as the signal would have.
  static func end(by number: CInt) {
    signal(number, SIG_DFL)
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, number)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    raise(number)
  }

  /// Whether standard output is a pipe that nobody reads any more.
  static var hasLostReader: Bool {
    var state = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
    return poll(&state, 1, 0) == 1 && state.revents & Int16(POLLERR) != 0
  }

  private static func address(_ handler: (@convention(c) (CInt) -> Void)?) -> Int {
    unsafeBitCast(handler, to: Int.self)
  }
}
