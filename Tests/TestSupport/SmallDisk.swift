import Foundation

/// A disk in memory, where the system lets us mount one.
public enum SmallDisk {
  public static let isAvailable: Bool = {
    #if os(Linux)
      guard getuid() == 0 else { return false }
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("geojoule-\(UUID().uuidString)").path
      defer { try? FileManager.default.removeItem(atPath: folder) }
      guard (try? mount(folder)) != nil else { return false }
      unmount(folder)
      return true
    #else
      return false
    #endif
  }()

  /// Makes the folder where there is none, and mounts the disk there.
  ///
  /// - Parameter options: those of the file system, its size among them.
  public static func mount(_ folder: String, options: String = "size=4k") throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    guard run("/bin/mount", ["-t", "tmpfs", "-o", options, "tmpfs", folder]) else {
      throw CocoaError(.fileWriteUnknown)
    }
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
