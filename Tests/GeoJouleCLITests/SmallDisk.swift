import Foundation

/// A disk of 4 KiB in memory, where the system lets us mount one.
enum SmallDisk {
  static let isAvailable: Bool = {
    #if os(Linux)
      guard getuid() == 0 else { return false }
      var mounted = false
      try? withTemporaryFolder { folder in
        mounted = mount(folder)
        if mounted { unmount(folder) }
      }
      return mounted
    #else
      return false
    #endif
  }()

  static func mount(_ folder: String) -> Bool {
    run("/bin/mount", ["-t", "tmpfs", "-o", "size=4k", "tmpfs", folder])
  }

  static func unmount(_ folder: String) { _ = run("/bin/umount", [folder]) }

  private static func run(_ path: String, _ arguments: [String]) -> Bool {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }
}
