import Analysis
import Core

/// A check as OpenMetrics text 1.0, which Prometheus' text collector and push gateways read: dashboards show how figures and
/// their limits move from commit to commit. All are gauges: the text collector knows neither info nor stateset.
///
/// Source: the OpenMetrics specification, https://github.com/prometheus/OpenMetrics, version 1.0.
package struct BudgetOpenMetrics: Sendable {
  package init() {}

  package func render(_ report: BudgetReport) -> String {
    let findings = labelled(report.findings)
    var text = family("geojoule_check_info", "gauge", "What was checked, and by which version.")
    text += "geojoule_check_info{\(pair("file", report.file)),\(pair("version", report.version))} 1\n"
    let gauges: [(name: String, help: String, value: (BudgetFinding) -> Double?)] = [
      ("figure", "Mean over the seeds, or the quantile that its name says, in its unit.", { $0.verdict.figure?.mean }),
      ("figure_low", "Lower end of the interval of the mean.", { $0.verdict.figure?.low }),
      ("figure_high", "Upper end of the interval of the mean.", { $0.verdict.figure?.high }),
      ("limit", "What an absolute limit allows.", \.limit.bound.value),
      ("change", "Increase since the baseline, of a decrease its amount.", { $0.verdict.change?.mean }),
      ("seeds", "How many days were simulated.", { Double($0.verdict.seeds) }),
    ]
    for (name, help, value) in gauges { text += gauge("geojoule_budget_\(name)", help, findings, value) }
    text += family("geojoule_budget_status", "gauge", "How the limit came out: 1 for its status.")
    for (finding, labels) in findings {
      for status in BudgetFinding.Status.allCases {
        text +=
          "geojoule_budget_status{\(labels),\(pair("status", status.rawValue))} "
          + "\(finding.status == status ? 1 : 0)\n"
      }
    }
    return text + "# EOF\n"
  }

  private func family(_ name: String, _ type: String, _ help: String) -> String {
    "# TYPE \(name) \(type)\n# HELP \(name) \(help)\n"
  }

  /// Findings without the value have no sample: OpenMetrics has no word for missing.
  private func gauge(
    _ name: String, _ help: String, _ findings: [(finding: BudgetFinding, labels: String)],
    _ value: (BudgetFinding) -> Double?
  ) -> String {
    var text = family(name, "gauge", help)
    for (finding, labels) in findings {
      // A quantile or a single seed has no interval of the mean.
      guard let value = value(finding), value.isFinite else { continue }
      text += "\(name){\(labels)} \(DecimalText.exact(value))\n"
    }
    return text
  }

  /// Two limits of one kind on one figure differ by `repeat`, since no two series may have the same labels.
  private func labelled(_ findings: [BudgetFinding]) -> [(finding: BudgetFinding, labels: String)] {
    var counts: [String: Int] = [:]
    return findings.map { finding in
      var labels = [
        pair("budget", finding.budget), pair("scenario", finding.scenario), pair("device", finding.device),
        pair("network", finding.network), pair("strategy", finding.strategy),
        pair("metric", finding.limit.metric.column), pair("bound", finding.limit.bound.key),
        pair("level", finding.limit.level.rawValue),
      ].joined(separator: ",")
      counts[labels, default: 0] += 1
      if let count = counts[labels], count > 1 { labels += ",\(pair("repeat", "\(count)"))" }
      return (finding, labels)
    }
  }

  private func pair(_ name: String, _ value: String) -> String {
    var escaped = ""
    for character in PlainText.line(value).unicodeScalars {
      if character == "\\" || character == "\"" { escaped += "\\" }
      escaped.unicodeScalars.append(character)
    }
    return "\(name)=\"\(escaped)\""
  }
}
