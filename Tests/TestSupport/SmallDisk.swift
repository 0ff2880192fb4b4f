import Foundation

/// A disk in memory, where the system lets us mount one.
public enum SmallDisk {
  public static let isAvailable: Bool = {
    #if os(Linux)
      guard getuid() == 0 else { return false }
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("geojoule-\(UUID().uuidString)").path
      defer { try? FileManager.default.removeItem(atPath: folder) }
      guard (try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)) != nil
      else { return false }
      let mounted = mount(folder)
      if mounted { unmount(folder) }
      return mounted
    #else
      return false
    #endif
  }()

  /// - Parameter options: those of the file system, its size among them.
  public static func mount(_ folder: String, options: String = "size=4k") -> Bool {
    run("/bin/mount", ["-t", "tmpfs", "-o", options, "tmpfs", folder])
  }

  public static func unmount(_ folder: String) { _ = run("/bin/umount", [folder]) }

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
