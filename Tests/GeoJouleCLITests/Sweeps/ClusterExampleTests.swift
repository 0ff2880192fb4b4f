import Foundation
import TestSupport
import Testing

/// The scripts of `Examples/cluster` give the bytes of one machine, with a worker killed on the way. The long suite fetches Dask and
/// Spark where they are missing.
@Suite(.serialized) struct ClusterExampleTests {
  static let scripts = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Examples/cluster").path

  static let isLong = ProcessInfo.processInfo.environment["GEOJOULE_LONG_TESTS"] == "1"

  /// The plan on a network of one's own, in the folder that it names.
  static let plan = "catalog: my\nnetworks: [mine]\n" + SweepFiles.plan

  /// What is killed with `kill -9`.
  enum Victim: CaseIterable {
    /// The program, at its work.
    case program
    /// Who started the program for the engine: Dask's worker, Spark's worker for Python, the connection to a machine of
    /// GNU parallel; the program goes with it.
    case worker
  }

  /// A folder with a plan, and a program that is killed at its work the first two times it sweeps.
  static func with(
    _ victim: Victim = .program, _ body: (_ folder: String, _ tool: String, _ whole: Data) throws -> Void
  ) throws {
    try SweepFiles.with(plan) { folder in
      try SweepFiles.addNetwork(folder)
      let tool = "\(folder)/flaky"
      try script(
        """
        # Items are listed and parts are merged without a fault.
        case "$1 $*" in merge*|*--list-items*) exec '\(BuiltTool.url.path)' "$@" ;; esac
        for number in 1 2; do
          if mkdir "\(folder)/killed-$number" 2>/dev/null; then
            '\(BuiltTool.url.path)' "$@" </dev/stdin &
            victims=$!
            sleep 0.1
            if [ '\(victim)' = worker ]; then
              process=$PPID
              chain=
              # Where there is a connection, all of its far end goes with it; nothing else that is further up.
              while [ "$process" -gt 1 ]; do
                chain="$chain $process"
                if [ ! -e '\(folder)/connection' ]; then victims="$victims $chain" && break; fi
                case "$(ps -ww -o args= -p "$process")" in
                  *'\(folder)/connection '*) victims="$victims $chain" && break ;;
                esac
                process=$(ps -o ppid= -p "$process" | tr -d ' ')
                process=${process:-0}
              done
            fi
            kill -9 $victims
            wait 2>/dev/null
            exit 137
          fi
        done
        exec '\(BuiltTool.url.path)' "$@"
        """, to: tool)
      try body(folder, tool, try SweepFiles.result(folder))
      for number in 1...2 {
        #expect(try contents(of: folder).contains("killed-\(number)"), "not killed \(number) times")
      }
    }
  }

  static func script(_ text: String, to path: String) throws {
    try write("#!/bin/sh\n\(text)\n", to: path)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
  }

  static func run(
    _ program: String, _ arguments: [String], _ folder: String, tool: String, environment: [String: String] = [:]
  ) throws -> (status: Int32, text: String) {
    var all = ProcessInfo.processInfo.environment
    all["GEOJOULE"] = tool
    all["PYTHONPATH"] = PythonTool.path
    // What the user has set for GNU parallel, machines among it, is not for these jobs.
    all["PARALLEL"] = ""
    all["HOME"] = folder
    all.merge(environment) { $1 }
    let process = BuiltTool.process(
      URL(fileURLWithPath: "/usr/bin/env"), [program] + arguments, in: folder, environment: all)
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: data, as: UTF8.self))
  }

  static func has(_ program: String, _ arguments: [String] = ["--version"], says word: String = "") -> Bool {
    guard let outcome = try? run(program, arguments, NSTemporaryDirectory(), tool: "") else { return false }
    return outcome.status == 0 && (word.isEmpty || outcome.text.contains(word))
  }

  /// Two machines are played by a stand-in for ssh, which begins in another folder and names a shell as ssh does: where
  /// none is named, GNU parallel runs nothing on the far end and says that all went well.
  @Test(
    .enabled(if: has("parallel", says: "GNU parallel"), "GNU parallel is not installed"), arguments: Victim.allCases)
  func gnuParallel(victim: Victim) throws {
    try Self.with(victim) { folder, tool, whole in
      var environment: [String: String] = [:]
      if victim == .worker {
        try Self.script(
          """
          while :; do
            case "$1" in
              -l|-p|-o|-S|-F) shift 2 ;;
              -*) shift ;;
              *) break ;;
            esac
          done
          shift
          [ "$1" != -- ] || shift
          cd /
          SHELL=/bin/sh sh -c "$*" &
          wait $!
          """, to: "\(folder)/connection")
        environment = ["PARALLEL_SSH": "\(folder)/connection", "PARALLEL": "-S 1/one,1/other"]
      }
      let outcome = try Self.run(
        "sh", ["\(Self.scripts)/parallel.sh", "plan.yml", "r.jsonl", "5"], folder, tool: tool, environment: environment)
      #expect(outcome.status == 0, "\(outcome.text)")
      #expect(try SweepFiles.bytes("\(folder)/r.jsonl") == whole)
      #expect(try !contents(of: folder).contains("r.jsonl.parts"))
    }
  }

  @Test(
    .enabled(
      if: PythonTool.has(["dask.distributed"], from: isLong ? ["dask", "distributed"] : []), "Dask is not installed"),
    arguments: Victim.allCases)
  func dask(victim: Victim) throws {
    try Self.with(victim) { folder, tool, whole in
      let outcome = try Self.run(
        "python3", ["\(Self.scripts)/dask_sweep.py", "plan.yml", "r.jsonl", "--batch", "3", "--workers", "2"], folder,
        tool: tool)
      #expect(outcome.status == 0, "\(outcome.text)")
      #expect(try SweepFiles.bytes("\(folder)/r.jsonl") == whole)
    }
  }

  @Test(
    .enabled(
      if: has("java", ["-version"]) && PythonTool.has(["pyspark"], from: isLong ? ["pyspark"] : []),
      "PySpark or Java is not installed"),
    arguments: Victim.allCases)
  func spark(victim: Victim) throws {
    try Self.with(victim) { folder, tool, whole in
      let outcome = try Self.run(
        "python3",
        ["\(Self.scripts)/spark_sweep.py", "plan.yml", "r.jsonl", "--batch", "3", "--master", "local[2,4]"], folder,
        tool: tool)
      #expect(outcome.status == 0, "\(outcome.text.suffix(3000))")
      #expect(try SweepFiles.bytes("\(folder)/r.jsonl") == whole)
    }
  }

  /// Without Slurm its environment is played: each task with the variables that Slurm sets, a killed one again.
  @Test(.enabled(if: has("bash"), "bash is not installed"))
  func slurm() throws {
    let script = "\(Self.scripts)/slurm.sh"
    #expect(try Self.run("bash", ["-n", script], NSTemporaryDirectory(), tool: "").status == 0)
    try Self.with { folder, tool, whole in
      for task in 1...4 {
        let environment = [
          "PLAN": "plan.yml", "PARTS": "\(folder)/parts", "SLURM_ARRAY_TASK_ID": "\(task)",
          "SLURM_ARRAY_TASK_COUNT": "4", "SLURM_CPUS_PER_TASK": "1",
        ]
        var outcome = try Self.run("bash", [script], folder, tool: tool, environment: environment)
        for _ in 0..<3 where outcome.status == 137 {
          outcome = try Self.run("bash", [script], folder, tool: tool, environment: environment)
        }
        #expect(outcome.status == 0, "\(outcome.text)")
      }
      let merged = try BuiltTool.run(["merge"] + (1...4).map { "parts/part-\($0).jsonl" }, in: folder)
      #expect(merged.output == whole)
    }
    // Where Slurm is installed it says itself whether the script is one.
    if Self.has("sbatch") {
      #expect(try Self.run("sbatch", ["--test-only", script], NSTemporaryDirectory(), tool: "").status == 0)
    }
  }
}

/// The notebooks run from their first cell to their last.
@Suite(.enabled(if: ClusterExampleTests.isLong, "long: set GEOJOULE_LONG_TESTS=1"))
struct NotebookTests {
  private static let packages = ["nbclient", "nbformat", "ipykernel", "matplotlib", "pandas"]

  @Test(
    .enabled(if: PythonTool.has(packages, from: packages), "Jupyter is not installed"), arguments: ["track", "drive"])
  func runs(name: String) throws {
    let folder = RepositoryPath.of("Examples/notebooks")
    let program = """
      import nbformat, nbclient
      notebook = nbformat.read("\(folder)/\(name).ipynb", 4)
      nbclient.NotebookClient(notebook, timeout=600, resources={"metadata": {"path": "\(folder)"}}).execute()
      """
    try withTemporaryFolder { home in
      let outcome = try ClusterExampleTests.run(
        "python3", ["-c", program], home, tool: BuiltTool.url.path,
        environment: ["PYTHONPATH": "\(PythonTool.path):\(RepositoryPath.of("python"))"])
      #expect(outcome.status == 0, "\(outcome.text.suffix(3000))")
    }
  }
}
