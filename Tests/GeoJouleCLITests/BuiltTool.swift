import Foundation
import Testing

/// The `geojoule` that was built with these tests.
enum BuiltTool {
  struct Outcome {
    let status: Int32
    let output: Data
    let errors: String

    var text: String { String(decoding: output, as: UTF8.self) }
  }

  /// The folder of the test bundle, which is that of the products.
  static let url: URL = {
    for argument in CommandLine.arguments {
      guard let end = argument.range(of: ".xctest") else { continue }
      let folder = URL(fileURLWithPath: String(argument[..<end.upperBound])).deletingLastPathComponent()
      let tool = folder.appendingPathComponent("geojoule")
      if FileManager.default.isExecutableFile(atPath: tool.path) { return tool }
    }
    return URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().appendingPathComponent("geojoule")
  }()

  /// Runs the tool in `folder` and waits for it. No terminal, 80 columns, no locale unless the environment names one.
  static func run(
    _ arguments: [String], in folder: String = NSTemporaryDirectory(), environment: [String: String] = [:],
    input: String = "", program: URL = url
  ) throws -> Outcome {
    let process = process(program, arguments, in: folder, environment: environment)
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    let pipe = input.isEmpty ? nil : Pipe()
    process.standardInput = pipe ?? FileHandle.nullDevice as Any
    try process.run()
    // Input is short: it fits into the pipe.
    try? pipe?.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try? pipe?.fileHandleForWriting.close()
    // The error text is short; reading it second cannot block the tool.
    let data = output.fileHandleForReading.readDataToEndOfFile()
    let errorData = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Outcome(
      status: process.terminationStatus, output: data, errors: String(decoding: errorData, as: UTF8.self))
  }
}

extension BuiltTool {
  /// A program in `folder` with little in its environment, to be started.
  static func process(
    _ program: URL, _ arguments: [String], in folder: String, environment: [String: String] = [:]
  ) -> Process {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    var all = ["COLUMNS": "80", "PATH": "/usr/bin:/bin", "HOME": folder]
    all.merge(environment) { $1 }
    process.environment = all
    return process
  }

  /// Runs a script of the shell in `folder`, in which `$GEOJOULE` is the tool.
  static func shell(_ script: String, in folder: String) throws -> Outcome {
    try run(
      ["-c", script], in: folder, environment: ["GEOJOULE": url.path], program: URL(fileURLWithPath: "/bin/sh"))
  }

  /// Starts the tool, which writes nowhere but to its files.
  static func start(_ arguments: [String], in folder: String) throws -> Process {
    let process = process(url, arguments, in: folder)
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    return process
  }
}

/// A folder that exists while `body` runs.
func withTemporaryFolder(_ body: (String) throws -> Void) throws {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("geojoule-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  try body(folder.path)
}

func write(_ text: String, to path: String) throws {
  try Data(text.utf8).write(to: URL(fileURLWithPath: path))
}

func contents(of folder: String) throws -> [String] {
  try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
}
