import Analysis
import Foundation
import Reports
import Testing

/// Every machine format is read by a parser that is not ours.
@Suite(.enabled(if: Python.isThere, "python3 is not installed"))
struct BudgetParserTests {
  @Test func jUnitIsRead() throws {
    for report in [SampleChecks.report(), SampleChecks.hostileReport] {
      let result = try Python.run(
        """
        import json, sys
        import xml.etree.ElementTree as tree
        root = tree.fromstring(sys.stdin.buffer.read())
        assert root.tag == "testsuites"
        cases = []
        for suite in root:
            assert suite.tag == "testsuite"
            assert int(suite.get("tests")) == len(suite)
            assert int(suite.get("failures")) == len(suite.findall("testcase/failure"))
            assert int(suite.get("skipped")) == len(suite.findall("testcase/skipped"))
            for case in suite:
                assert case.tag == "testcase" and case.get("name") and case.get("classname")
                cases.append(case)
        assert int(root.get("tests")) == len(cases)
        print(json.dumps([len(cases), len(root.findall(".//failure")), len(root.findall(".//skipped"))]))
        """, input: BudgetJUnit().render(report))
      #expect(result == "[\(report.findings.count), \(report.count(.broken)), \(report.count(.waived))]\n")
    }
  }

  @Test func sarifIsRead() throws {
    for report in [SampleChecks.report(), SampleChecks.hostileReport] {
      let result = try Python.run(
        """
        import json, re, sys
        log = json.load(sys.stdin)
        assert log["version"] == "2.1.0" and len(log["runs"]) == 1
        run = log["runs"][0]
        rules = run["tool"]["driver"]["rules"]
        assert run["tool"]["driver"]["name"] == "geojoule"
        assert len({rule["id"] for rule in rules}) == len(rules)
        for result in run["results"]:
            assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
            assert result["level"] in ("error", "warning") and result["message"]["text"]
            place = result["locations"][0]["physicalLocation"]
            assert re.fullmatch("[A-Za-z0-9._~%/:-]+", place["artifactLocation"]["uri"])
            assert place["region"]["startLine"] >= 1 and place["region"]["startColumn"] >= 1
            assert len(result["partialFingerprints"]["geojouleLimit/v1"]) == 64
            assert not re.search("(?<!{){(?!{)", result["message"]["text"])
        suppressed = [result for result in run["results"] if result.get("suppressions")]
        assert all(item["kind"] == "external" and item["justification"]
                   for result in suppressed for item in result["suppressions"])
        print(json.dumps([len(run["results"]), len(suppressed)]))
        """, input: BudgetSARIF().render(report))
      let shown = report.count(.broken) + report.count(.warning) + report.count(.waived)
      #expect(result == "[\(shown), \(report.count(.waived))]\n")
    }
  }

  @Test func gitLabIsRead() throws {
    for report in [SampleChecks.report(), SampleChecks.hostileReport] {
      let result = try Python.run(
        """
        import json, sys
        entries = json.load(sys.stdin)
        for entry in entries:
            assert set(entry) == {"description", "check_name", "fingerprint", "severity", "location"}
            assert entry["severity"] in ("info", "minor", "major", "critical", "blocker")
            assert isinstance(entry["location"]["path"], str) and entry["location"]["lines"]["begin"] >= 1
        assert len({entry["fingerprint"] for entry in entries}) == len(entries)
        print(len(entries))
        """, input: BudgetGitLab().render(report))
      #expect(result == "\(report.count(.broken) + report.count(.warning) + report.count(.waived))\n")
    }
  }

  /// A small reader of the schema language: types, enumerations, required and additional members, items, references.
  @Test func jsonKeepsItsSchema() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../..")
    let schema = root.appendingPathComponent("docs/schema/check.schema.json").standardized.path
    for report in [SampleChecks.report(), SampleChecks.hostileReport, SampleChecks.report([])] {
      let result = try Python.run(Python.schemaChecker, input: BudgetJSON().render(report), arguments: [schema])
      #expect(result == "valid\n")
    }
    var damaged = BudgetJSON().render(SampleChecks.report())
    damaged = damaged.replacingOccurrences(of: "\"status\": \"waived\"", with: "\"status\": \"forgiven\"")
    #expect(throws: (any Error).self) {
      try Python.run(Python.schemaChecker, input: damaged, arguments: [schema])
    }
  }
}
