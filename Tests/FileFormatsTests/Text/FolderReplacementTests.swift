import FileFormats
import Foundation
import TestSupport
import Testing

@Suite struct FolderReplacementTests {
  private func inFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("geojoule-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body(folder)
  }

  private func names(_ folder: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder).sorted()
  }

  private let files: [(name: String, bytes: [UInt8])] = [("a.txt", [7]), ("sub/b.txt", [9, 11])]

  @Test func nothingIsThereBeforeItIsFinished() throws {
    try inFolder { folder in
      let replacement = try FolderReplacement("\(folder)/far/out/", files: files)
      #expect(!FileManager.default.fileExists(atPath: "\(folder)/far/out"))
      try replacement.finish()
      #expect(try names(folder) == ["far", "far/out", "far/out/a.txt", "far/out/sub", "far/out/sub/b.txt"])
      #expect(FileManager.default.contents(atPath: "\(folder)/far/out/sub/b.txt") == Data([9, 11]))
    }
  }

  @Test(arguments: ["out", "far/out"]) func whatIsNotFinishedGoes(output: String) throws {
    try inFolder { folder in
      _ = try FolderReplacement("\(folder)/\(output)", files: files)
      #expect(try names(folder).isEmpty)
    }
  }

  @Test func aFileThatIsThereIsKept() throws {
    try inFolder { folder in
      try FileManager.default.createDirectory(atPath: "\(folder)/out/sub", withIntermediateDirectories: true)
      try Data([3]).write(to: URL(fileURLWithPath: "\(folder)/out/sub/b.txt"))
      let error = #expect(throws: InputError.self) { _ = try FolderReplacement("\(folder)/out", files: files) }
      #expect(error?.file == "\(folder)/out/sub/b.txt" && error?.message == "the file is there already")
      #expect(try names(folder) == ["out", "out/sub", "out/sub/b.txt"])
      try FileManager.default.removeItem(atPath: "\(folder)/out/sub/b.txt")
      try FolderReplacement("\(folder)/out", files: files).finish()
      #expect(try names(folder) == ["out", "out/a.txt", "out/sub", "out/sub/b.txt"])
    }
  }

  @Test(.enabled(if: SmallDisk.isAvailable, "mounting a small disk needs the superuser"))
  func aFullDiskLeavesNoFolder() throws {
    try inFolder { folder in
      let disk = "\(folder)/disk"
      try SmallDisk.mount(disk)
      defer { SmallDisk.unmount(disk) }
      let error = #expect(throws: InputError.self) {
        _ = try FolderReplacement(
          "\(disk)/out", files: [("a.txt", [7]), ("b.txt", [UInt8](repeating: 5, count: 99_000))])
      }
      #expect(error?.file == "\(disk)/out/b.txt")
      #expect(try names(disk).isEmpty)
    }
  }
}
