import FileFormats
import Foundation
import Testing

@testable import GeoJouleCLI

/// The budget file, the GitHub Action, the GitLab job and the hook that the repository offers, run as their servers
/// would run them.
@Suite struct ServerExampleTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../..").standardized.path

  private static func document(_ file: String) throws -> YAMLValue {
    try YAMLDocument(text: try TextFile.read("\(root)/\(file)"), file: file).root
  }

  /// Runs a script with bash, with `geojoule` in the PATH.
  private func bash(
    _ script: String, _ arguments: [String] = [], in folder: String, environment: [String: String] = [:],
    path: [String] = []
  ) throws -> BuiltTool.Outcome {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = ["--noprofile", "--norc", "-eo", "pipefail", "-c", script, "bash"] + arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    let tools = BuiltTool.url.deletingLastPathComponent().path
    process.environment = ["PATH": (path + [tools, "/usr/bin", "/bin"]).joined(separator: ":")]
      .merging(environment) { $1 }
    let (output, errors) = (Pipe(), Pipe())
    (process.standardOutput, process.standardError) = (output, errors)
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    let errorData = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return BuiltTool.Outcome(
      status: process.terminationStatus, output: data, errors: String(decoding: errorData, as: UTF8.self))
  }

  private func budgets(max: String) -> String {
    """
    defaults: {scenarios: [city-run], devices: [modern-phone], strategies: [hundred-meters], seeds: 2}
    budgets: [{name: b, limits: [{metric: drain_percent_per_hour, max: \(max)}]}]

    """
  }

  @Test func theCatalogueKeepsItsOwnBudget() throws {
    let outcome = try BuiltTool.run(
      ["check", "Examples/budgets/budgets.yml", "--today", "2026-07-11"], in: Self.root)
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
    #expect(outcome.text.hasPrefix("Within the power budget"))
  }

  /// The text of the action's step, with its environment filled in as the runner does.
  private func step(_ id: String, inputs: [String: String], outputs: [String: String]) throws -> (
    script: String, environment: [String: String]
  ) {
    var action = try Self.document("action.yml").mapping()
    var values = inputs
    for (name, input) in try action.required("inputs").pairs() where values[name] == nil {
      values[name] = try #require(input.mapping().peek("default")?.text)
    }
    var runs = try action.required("runs").mapping()
    for item in try runs.required("steps").sequence() {
      let step = try item.mapping()
      guard step.peek("id")?.text == id else { continue }
      var environment: [String: String] = [:]
      for (name, value) in try #require(step.peek("env")).pairs() {
        let text = try value.string()
        if text.hasPrefix("${{ inputs."), text.hasSuffix(" }}") {
          let input: String = try #require(values[String(text.dropFirst(11).dropLast(3))])
          environment[name] = input
        } else {
          let output: String = try #require(outputs[text])
          environment[name] = output
        }
      }
      return (try #require(step.peek("run")?.text), environment)
    }
    throw CocoaError(.fileNoSuchFile)
  }

  /// What the program says, and how the step ends: a broken budget warns unless the workflow wants it to fail.
  @Test(arguments: [
    ("9", "false", Int32(0), Int32(0)), ("0.1", "false", 2, 0), ("0.1", "true", 2, 2), ("0.1", "maybe", 2, 64),
    ("many", "false", 65, 65),
  ])
  func theActionChecks(_ max: String, _ fail: String, _ status: Int32, _ end: Int32) throws {
    try withTemporaryFolder { folder in
      try write(budgets(max: max), to: "\(folder)/power.yml")
      let inputs = ["budgets": "power.yml", "geojoule": BuiltTool.url.path, "fail": fail]
      let tool = BuiltTool.url.path
      func run(_ id: String, _ outputs: [String: String]) throws -> (outcome: BuiltTool.Outcome, output: String) {
        let step = try step(id, inputs: inputs, outputs: outputs)
        try write("", to: "\(folder)/output")
        let files = [
          "GITHUB_ACTION_PATH": Self.root, "GITHUB_OUTPUT": "\(folder)/output",
          "GITHUB_STEP_SUMMARY": "\(folder)/summary", "RUNNER_TEMP": folder,
        ]
        let outcome = try bash(step.script, in: folder, environment: step.environment.merging(files) { $1 })
        return (outcome, try String(contentsOfFile: "\(folder)/output", encoding: .utf8))
      }
      let fetch = try run("fetch", [:])
      #expect(fetch.outcome.status == 0)
      #expect(fetch.output == "comment=\(Self.root)/Examples/ci/comment.sh\ngeojoule=\(tool)\n")
      let program = try run(
        "program", ["${{ steps.fetch.outputs.geojoule }}": tool, "${{ steps.fetch.outputs.built }}": ""])
      #expect(program.output == "geojoule=\(tool)\n")

      let check = try run("check", ["${{ steps.program.outputs.geojoule }}": tool])
      #expect(check.outcome.status == end)
      let reports = "markdown=reports/power-budget/check.md\nsarif=reports/power-budget/check.sarif\n"
      #expect(check.output == "status=\(status)\n" + (status == 65 ? "" : reports))
      let isWarning = status == 2 && fail == "false"
      #expect(check.outcome.text.contains("::error file=power.yml,line=2") == (status != 0 && !isWarning))
      #expect(check.outcome.text.contains("::warning file=power.yml,line=2") == isWarning)
      #expect(
        try contents(of: "\(folder)/reports/power-budget")
          == (status == 65 ? [] : ["check.json", "check.md", "check.sarif", "check.xml"]))
      #expect(FileManager.default.fileExists(atPath: "\(folder)/summary") == (status != 65))
    }
  }

  /// A pull request that makes its baseline anew still shows what it changes, as does an absolute limit.
  @Test func theActionShowsTheChangeSinceTheBaseBranch() throws {
    try withTemporaryFolder { folder in
      let environment = [
        "GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@b", "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@b",
        "GIT_CONFIG_NOSYSTEM": "1", "HOME": folder,
      ]
      func shell(_ script: String) throws {
        let outcome = try bash(script, in: folder, environment: environment)
        try #require(outcome.status == 0, "\(outcome.errors)")
      }
      try write(
        "summary: ours\nkind: standard\nparameters: {desired_accuracy: hundred_meters}\n", to: "\(folder)/ours.yml")
      try write(
        """
        baseline: base.json
        defaults: {scenarios: [city-run], devices: [modern-phone], strategies: [ours.yml], seeds: 2}
        budgets:
          - name: b
            limits:
              - {metric: drain_percent_per_hour, max: 90}
              - {metric: energy_J, max_increase: {percent: 1}}

        """, to: "\(folder)/power.yml")
      try shell(
        """
        mkdir origin && mv ours.yml power.yml origin && cd origin
        git init --quiet && git checkout --quiet -b trunk
        geojoule baseline update power.yml --quiet
        git add . && git commit --quiet -m one
        cd .. && git clone --quiet --depth 1 "file://$PWD/origin" work
        cd work && sed -i.old s/hundred_meters/best/ ours.yml
        geojoule baseline update power.yml --quiet
        """)
      func check(_ base: String) throws -> (json: [String: Any], markdown: String) {
        let inputs = [
          "GITHUB_ACTION_PATH": Self.root, "GITHUB_OUTPUT": "\(folder)/output", "GITHUB_BASE_REF": base,
          "GEOJOULE": BuiltTool.url.path, "BUDGETS": "power.yml", "FAIL": "true", "BASELINE": "", "CATALOG": "",
          "REPORTS": "reports",
        ]
        let outcome = try bash(
          "exec \"$@\"", ["\(Self.root)/packaging/action", "check"], in: "\(folder)/work",
          environment: environment.merging(inputs) { $1 })
        try #require(outcome.status == 0, "\(outcome.text)\(outcome.errors)")
        let data = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/work/reports/check.json"))
        let json = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        return (json, try String(contentsOfFile: "\(folder)/work/reports/check.md", encoding: .utf8))
      }
      let changed = try check("trunk")
      let findings = try #require(changed.json["findings"] as? [[String: Any]])
      #expect(findings.map { $0["limit"] as? String } == ["absolute", "relative"])
      for finding in findings {
        let base = try #require(finding["base"] as? [String: Any])
        #expect((base["change"] as? Double ?? 0) > 0)
      }
      #expect((findings[1]["change"] as? [String: Any])?["mean"] as? Double == 0)
      #expect(changed.markdown.contains(" | Change | "))

      // Neither the branch nor its baseline need be there; only of a branch is it known that it has none.
      try shell("cd origin && git rm --quiet base.json && git commit --quiet -m two")
      for base in ["trunk", "gone"] {
        let alone = try check(base)
        let isSaid = alone.markdown.contains("\n- The base branch has no baseline: no change is shown.\n")
        #expect(isSaid == (base == "trunk"), "\(base)")
        #expect(!alone.markdown.contains("| Change |"))
      }
    }
  }

  /// The program of a release is taken for its version and for nothing else, and not when its bytes have changed.
  @Test func theReleasedProgramIsFetched() throws {
    try withTemporaryFolder { folder in
      let version = String(ProgramVersion.text.prefix { $0 != " " })
      let uname = try bash("echo $(uname -s)-$(uname -m)", in: folder).text
      guard uname == "Linux-x86_64\n" || uname == "Linux-aarch64\n" else { return }
      let name = "geojoule-\(version)-linux-\(uname.dropFirst(6).dropLast())"
      let made = try bash(
        """
        mkdir -p releases/v\(version) \(name)/bin
        printf '#!/bin/sh\\necho \(version)\\n' > \(name)/bin/geojoule
        chmod +x \(name)/bin/geojoule
        tar -czf releases/v\(version)/\(name).tar.gz \(name)
        cd releases/v\(version)
        sha256sum * > SHA256SUMS
        """, in: folder)
      #expect(made.status == 0, "\(made.errors)")
      func fetch(_ tag: String) throws -> BuiltTool.Outcome {
        try bash(
          "exec \"$@\"", ["\(Self.root)/packaging/fetch-program", "got", "owner/name", tag], in: folder,
          environment: ["GEOJOULE_RELEASES": "\(folder)/releases"])
      }
      for tag in ["v\(version)", String("v\(version)".prefix { $0 != "." })] {
        let outcome = try fetch(tag)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.text == "got/\(name)/bin/geojoule\n")
      }
      for tag in ["main", "v\(version)9", "v9"] { #expect(try fetch(tag).status == 3, "\(tag)") }
      let changed = try bash("printf x >> releases/v\(version)/\(name).tar.gz", in: folder)
      #expect(changed.status == 0)
      let refused = try fetch("v\(version)")
      #expect(refused.status == 1)
      #expect(refused.errors.contains("checksum"))
    }
  }

  @Test(arguments: [("9", Int32(0)), ("0.1", 2)])
  func theGitLabJobChecks(_ max: String, _ status: Int32) throws {
    var root = try Self.document("Examples/ci/gitlab.yml").mapping()
    var job = try root.required("power-budget").mapping()
    let script = try job.required("script").sequence().map { try $0.string() }.joined(separator: "\n")
    let variables = try job.required("variables").pairs()
    let environment = Dictionary(uniqueKeysWithValues: try variables.map { ($0.key, try $0.value.string()) })
    var artifacts = try job.required("artifacts").mapping()
    let reports = try artifacts.required("reports").pairs()
    try withTemporaryFolder { folder in
      try write(budgets(max: max), to: "\(folder)/budgets.yml")
      #expect(try bash(script, in: folder, environment: environment).status == status)
      for (_, report) in reports {
        #expect(FileManager.default.fileExists(atPath: "\(folder)/\(try report.string())"))
      }
    }
  }

  @Test func theHookChecks() throws {
    let hook = try #require(try Self.document(".pre-commit-hooks.yaml").sequence().first).mapping()
    let entry = try #require(hook.peek("entry")?.text)
    #expect(hook.peek("pass_filenames")?.text == "false")
    let files = try NSRegularExpression(pattern: try #require(hook.peek("files")?.text))
    for (path, isMeant) in [
      ("budgets.yml", true), ("ci/budgets.baseline.json", true), ("app/strategies/ours.yaml", true),
      // A budget may name files of any name, and scenarios name maps.
      ("mine.yml", true), ("mine/day.yml", true), ("maps/streets.geojson", true),
      ("docs/budgets.md", false), ("ride.gpx", false), ("strategies/deep/er/readme.md", false), ("ymls/yml", false),
    ] {
      let range = NSRange(path.startIndex..., in: path)
      #expect((files.firstMatch(in: path, range: range) != nil) == isMeant, "\(path)")
    }
    try withTemporaryFolder { folder in
      try write(budgets(max: "9"), to: "\(folder)/budgets.yml")
      #expect(try bash(entry, in: folder).status == 0)
      try write(budgets(max: "0.1"), to: "\(folder)/budgets.yml")
      #expect(try bash(entry, in: folder).status == 2)
    }
  }

  private static let comments = """
    [{"id": 3, "user": {"login": "stranger"}, "body": "<!-- geojoule-check: b.yml -->\\nold"},
     {"id": 5, "user": {"login": "github-actions[bot]"}, "body": "<!-- geojoule-check: c.yml -->\\nold"},
     {"id": 7, "user": {"login": "octocat"}, "body": "<!-- geojoule-check: b.yml -->\\nold"},
     {"id": 11, "user": {"login": "github-actions[bot]"}, "body": "<!-- geojoule-check: b.yml -->\\nold"},
     {"id": 13, "user": {"login": "github-actions[bot]"}, "body": "<!-- geojoule-check: b.yml -->\\nnew"}]
    """

  /// What is written to a pull request by a stand-in for GitHub's program, whose filters jq runs.
  ///
  /// - Parameter login: what GitHub says the token's user is; `nil` where it refuses.
  private func comment(
    _ comments: String, login: String?, report: String = "<!-- geojoule-check: b.yml -->\ntext\n"
  ) throws -> (outcome: BuiltTool.Outcome, written: String) {
    var result: (BuiltTool.Outcome, String)?
    try withTemporaryFolder { folder in
      let user =
        login.map { "echo '\($0)'" } ?? "echo '{\"message\": \"Resource not accessible by integration\"}'; exit 1"
      try write(
        """
        #!/bin/bash
        for last; do :; done
        case "$*" in
          "api user "*) \(user) ;;
          *--paginate*) jq -r "$last" "\(folder)/comments" ;;
          *) printf '%s\\n' "$*" >> "\(folder)/written" ;;
        esac

        """, to: "\(folder)/gh")
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: "\(folder)/gh")
      try write(comments, to: "\(folder)/comments")
      try write("", to: "\(folder)/written")
      try write(report, to: "\(folder)/report.md")
      let outcome = try bash(
        "exec \"$@\"", ["\(Self.root)/Examples/ci/comment.sh", "report.md"], in: folder,
        environment: ["GITHUB_REPOSITORY": "o/r", "PULL_REQUEST": "17"], path: [folder])
      result = (outcome, try String(contentsOfFile: "\(folder)/written", encoding: .utf8))
    }
    return try #require(result)
  }

  /// The first comment of the token's own user that carries the marker, whoever else writes it.
  @Test(
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/jq"), "jq is not installed"),
    arguments: [(nil, 11), ("octocat", 7), ("somebody", nil)] as [(String?, Int?)])
  func onlyItsOwnCommentIsUpdated(login: String?, id: Int?) throws {
    let (outcome, written) = try comment(Self.comments, login: login)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(
      written
        == "api --method "
        + (id.map { "PATCH repos/o/r/issues/comments/\($0)" } ?? "POST repos/o/r/issues/17/comments")
        + " --field body=@report.md --silent\n")
    #expect(outcome.text == (id.map { "updated comment \($0)\n" } ?? "wrote a comment\n"))
  }

  /// An empty marker would be found in each comment.
  @Test func aReportWithoutMarkerIsRefused() throws {
    let (outcome, written) = try comment(Self.comments, login: nil, report: "\ntext\n")
    #expect(outcome.status == 65 && outcome.errors.contains("marker") && written.isEmpty)
  }
}
