import Analysis
import Foundation
import Reports
import TestSupport
import Testing

/// Every machine format is read by a parser that is not ours.
@Suite(.enabled(if: PythonTool.has(["json"]), "needs python3"))
struct BudgetParserTests {
  @Test func jUnitIsRead() throws {
    for report in [SampleChecks.report(), SampleChecks.hostileReport] {
      let result = try python(
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
        """, BudgetJUnit().render(report))
      #expect(result == "[\(report.findings.count), \(report.count(.broken)), \(report.count(.waived))]\n")
    }
  }

  /// A parser of the specification's grammar: families in one piece, labels escaped, no series twice, one state of a set.
  @Test func openMetricsIsRead() throws {
    let check = #"""
      import json, re, sys
      lines = sys.stdin.buffer.read().decode().split("\n")
      assert lines[-2:] == ["# EOF", ""], lines[-2:]
      label = r'[a-z_]+="(?:[^"\\]|\\.)*"'
      number = r'[-+]?[0-9.]+(?:e[-+]?[0-9]+)?'
      types, helps, seen, family, states, figures = {}, set(), set(), None, {}, 0
      for line in lines[:-2]:
          if line.startswith("# "):
              mark, name, rest = line[2:].split(" ", 2)
              if mark == "TYPE":
                  assert name not in types
                  types[name], family = rest, name
              else:
                  assert mark == "HELP" and name == family and name not in helps
                  helps.add(name)
              continue
          found = re.fullmatch(r'([a-z_]+)\{(' + label + '(?:,' + label + r')*)\} (' + number + ')', line)
          assert found, line
          name, labels, value = found.groups()
          assert name == family and types[family] == "gauge", line
          assert (name, labels) not in seen, line
          seen.add((name, labels))
          if name == "geojoule_budget_status":
              key = re.sub(r',status="[a-z_]+"$', '', labels)
              states[key] = states.get(key, 0) + int(value)
          figures += name == "geojoule_budget_figure"
      assert set(types) == helps and all(count == 1 for count in states.values())
      print(json.dumps([len(states), figures]))
      """#
    for report in [SampleChecks.report(), SampleChecks.hostileReport] {
      let figures = report.findings.count { $0.verdict.figure != nil }
      #expect(try python(check, BudgetOpenMetrics().render(report)) == "[\(report.findings.count), \(figures)]\n")
    }
  }

  /// The elements, attributes and required attributes of junit-10.xsd of Jenkins' xunit plugin.
  @Test func jenkinsSchemaKnowsEveryAttribute() throws {
    let check = """
      import sys
      import xml.etree.ElementTree as tree
      suite = {"name", "tests", "failures", "errors", "group", "time", "skipped", "timestamp", "hostname", "id",
               "package", "file", "log", "url"}
      known = {
          "testsuites": ({"name", "time", "tests", "failures", "errors"}, set(), {"testsuite"}),
          "testsuite": (suite, {"name", "tests", "failures", "errors"}, {"testcase"}),
          "testcase": ({"name", "time", "classname", "group"}, {"name"}, {"skipped", "failure", "system-out"}),
          "failure": ({"type", "message"}, set(), set()), "skipped": ({"type", "message"}, set(), set()),
          "system-out": (set(), set(), set()),
      }
      for element in tree.fromstring(sys.stdin.buffer.read()).iter():
          attributes, required, children = known[element.tag]
          for fault in (set(element.keys()) - attributes) | (required - set(element.keys())):
              print(element.tag, fault)
          for child in element:
              if child.tag not in children:
                  print(element.tag, child.tag)
      """
    for report in [SampleChecks.report(), SampleChecks.hostileReport] {
      #expect(try python(check, BudgetJUnit().render(report)) == "")
      let places = try python(check, BudgetJUnit(showsPlaces: true).render(report))
      #expect(Set(places.split(separator: "\n")) == ["testcase file", "testcase line"])
    }
  }

  @Test func sarifIsRead() throws {
    for report in [SampleChecks.report(), SampleChecks.hostileReport] {
      let result = try python(
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
            assert result["level"] in ("error", "warning", "note") and result["message"]["text"]
            place = result["locations"][0]["physicalLocation"]
            assert re.fullmatch("[A-Za-z0-9._~%/:-]+", place["artifactLocation"]["uri"])
            assert place["region"]["startLine"] >= 1 and place["region"]["startColumn"] >= 1
            assert len(result["partialFingerprints"]["geojouleLimit/v1"]) == 64
            assert not re.search("(?<!{){(?!{)", result["message"]["text"])
        suppressed = [result for result in run["results"] if result["suppressions"]]
        assert all((result["level"] == "note") == bool(result["suppressions"]) for result in run["results"])
        assert all(item["kind"] == "external" and item["justification"]
                   for result in suppressed for item in result["suppressions"])
        print(json.dumps([len(run["results"]), len(suppressed)]))
        """, BudgetSARIF().render(report))
      let shown = report.count(.broken) + report.count(.warning) + report.count(.waived)
      #expect(result == "[\(shown), \(report.count(.waived))]\n")
    }
  }

  @Test func gitLabIsRead() throws {
    for report in [SampleChecks.report(), SampleChecks.hostileReport] {
      let result = try python(
        """
        import json, sys
        entries = json.load(sys.stdin)
        for entry in entries:
            assert set(entry) == {"description", "check_name", "fingerprint", "severity", "location"}
            assert entry["severity"] in ("info", "minor", "major", "critical", "blocker")
            assert isinstance(entry["location"]["path"], str) and entry["location"]["lines"]["begin"] >= 1
        assert len({entry["fingerprint"] for entry in entries}) == len(entries)
        print(len(entries))
        """, BudgetGitLab().render(report))
      #expect(result == "\(report.count(.broken) + report.count(.warning) + report.count(.waived))\n")
    }
  }

  static let hasJUnitParser = PythonTool.has(["junitparser"], from: ["junitparser"])
  static let hasPySARIF = PythonTool.has(["pysarif"], from: ["pysarif"])

  /// A reader that others use counts the same, and finds the messages where they belong.
  @Test(.enabled(if: BudgetParserTests.hasJUnitParser, "needs python3 and the package 'junitparser'"))
  func junitparserReadsTheSame() throws {
    for report in [SampleChecks.report(), SampleChecks.hostileReport] {
      let result = try python(
        """
        import json, sys
        from junitparser import Failure, JUnitXml, Skipped
        cases = [case for suite in JUnitXml.fromstring(sys.stdin.buffer.read()) for case in suite]
        def texts(kind):
            return sorted(entry.message for case in cases for entry in case.result if isinstance(entry, kind))
        assert all(text for text in texts(Failure) + texts(Skipped))
        print(json.dumps([len(cases), len(texts(Failure)), len(texts(Skipped))]))
        """, BudgetJUnit().render(report))
      #expect(result == "[\(report.findings.count), \(report.count(.broken)), \(report.count(.waived))]\n")
    }
  }

  /// A reader made from the format's own schema finds rules, places, fingerprints and suppressions.
  @Test(.enabled(if: BudgetParserTests.hasPySARIF, "needs python3 and the package 'pysarif'"))
  func pysarifReadsTheSame() throws {
    for report in [SampleChecks.report(), SampleChecks.hostileReport] {
      let result = try python(
        """
        import json, sys, tempfile, pysarif
        with tempfile.NamedTemporaryFile(suffix=".sarif") as file:
            file.write(sys.stdin.buffer.read())
            file.flush()
            run = pysarif.load_from_file(file.name).runs[0]
        lines = [result.locations[0].physical_location.region.start_line for result in run.results]
        assert all(run.tool.driver.rules[result.rule_index].id == result.rule_id for result in run.results)
        print(json.dumps([lines, sum(bool(result.suppressions) for result in run.results)]))
        """, BudgetSARIF().render(report))
      let lines = report.worstFirst.filter { $0.status != .within }.map(\.limit.place.line)
      #expect(result == "[\(lines), \(report.count(.waived))]\n")
    }
  }

  /// What the script prints.
  private func python(_ script: String, _ input: String) throws -> String {
    let outcome = try PythonTool.run(["-c", script], input: Data(input.utf8))
    try #require(outcome.status == 0, "\(outcome.text.suffix(800))")
    return outcome.text
  }
}
