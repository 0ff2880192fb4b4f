#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif
import Synchronization

/// The temporary files and folders that are there at this moment.
package enum StagedFiles {
  private static let paths = Mutex<Set<String>>([])
  private static let puttingInPlace = Mutex(())

  /// Makes a file or a folder, which is removed where the process ends by a signal.
  ///
  /// - Parameter make: gives a number below 0 where it fails; then nothing is to be removed.
  static func make(_ path: String, _ make: () -> CInt) -> CInt {
    paths.withLock { paths in
      let result = make()
      if result >= 0 { paths.insert(path) }
      return result
    }
  }

  static func remove(_ path: String) { paths.withLock { _ = $0.remove(path) } }

  /// Puts several in their places; a signal ends the process before or afterwards.
  static func putInPlace(_ work: () throws(InputError) -> Void) throws(InputError) {
    try puttingInPlace.withLock { _ throws(InputError) in try work() }
  }

  /// Removes them all and ends the process by a signal. No other thread makes or moves a file meanwhile: nothing gives the locks
  /// back.
  package static func removeAll(andEnd end: () -> Void) {
    puttingInPlace.withLock { _ in
      paths.withLock { paths in
        // What is in a folder goes before it.
        for path in paths.sorted(by: { $0.utf8.count > $1.utf8.count }) where unlink(path) != 0 { rmdir(path) }
        end()
      }
    }
  }
}
