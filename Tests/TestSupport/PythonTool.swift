public import Foundation

/// Python as an independent reader of what GeoJoule writes. Tests that need it are skipped by name where it is missing.
public enum PythonTool {
  /// Where packages are put that the machine does not have: a folder in the temporary directory, kept from run to run.
  private static let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    "geojoule-test-python", isDirectory: true)

  /// That folder's path, for scripts that start Python themselves.
  public static var path: String { folder.path }

  /// Whether `python3` can import all these modules, after an attempt to install what is missing.
  ///
  /// - Parameters:
  ///   - modules: as in an `import` statement.
  ///   - packages: the packages of the Python Package Index that bring them.
  public static func has(_ modules: [String], from packages: [String] = []) -> Bool {
    let check = ["-c", "import " + modules.joined(separator: ", ")]
    if (try? run(check))?.status == 0 { return true }
    guard !packages.isEmpty, (try? run(["-m", "pip", "--version"]))?.status == 0 else { return false }
    let install = [
      "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--timeout", "15", "--retries", "1",
      "--target", folder.path,
    ]
    _ = try? run(install + packages)
    return (try? run(check))?.status == 0
  }

  /// Runs `python3` and waits for it.
  public static func run(_ arguments: [String], input: Data = Data()) throws -> (status: Int32, text: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3"] + arguments
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["PYTHONPATH": folder.path, "PYTHONDONTWRITEBYTECODE": "1", "PIP_ROOT_USER_ACTION": "ignore"]
    ) { $1 }
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    let pipe = Pipe()
    process.standardInput = pipe
    try process.run()
    // What a script reads is small or read to its end before it writes.
    try? pipe.fileHandleForWriting.write(contentsOf: input)
    try? pipe.fileHandleForWriting.close()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: data, as: UTF8.self))
  }

  /// Runs the script `Scripts/<name>` beside the calling test.
  public static func script(
    _ name: String, _ arguments: [String] = [], filePath: String = #filePath
  ) throws -> (status: Int32, text: String) {
    let file = URL(fileURLWithPath: filePath).deletingLastPathComponent().appendingPathComponent("Scripts")
      .appendingPathComponent(name)
    return try run([file.path] + arguments)
  }
}
