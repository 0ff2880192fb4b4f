import Analysis

/// A check as SARIF 2.1.0 (OASIS, 2020) for code scanning: a result for each limit that is not kept, at its line of the
/// budget file. A waived one is there as a note with its suppression; all others say that they have none, so that readers
/// count the suppressed ones as such (3.27.23: either all results have suppressions or none).
package struct BudgetSARIF: Sendable {
  package init() {}

  package func render(_ report: BudgetReport) -> String {
    let findings = report.worstFirst.filter { $0.status != .within }
    let rules = Set(findings.map(ruleID)).sorted()
    let results = findings.map { result($0, index: rules.firstIndex(of: ruleID($0)) ?? 0) }
    let driver: JSONValue = ["name": "geojoule", "version": report.version, "rules": rules.map(rule)]
    let run: JSONValue = [
      "tool": ["driver": driver] as JSONValue, "columnKind": "unicodeCodePoints", "results": results,
    ]
    let value: JSONValue = [
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [run],
    ]
    return value.text
  }

  private func ruleID(_ finding: BudgetFinding) -> String {
    "\(finding.limit.metric.column)/\(finding.limit.bound.key)"
  }

  private func rule(_ id: String) -> JSONValue {
    let parts = id.split(separator: "/").map(String.init)
    let text = "The budget's \(parts.last ?? "") of \(parts.first ?? "") is kept."
    return ["id": id, "shortDescription": ["text": text] as JSONValue]
  }

  private func result(_ finding: BudgetFinding, index: Int) -> JSONValue {
    let place = finding.place
    let region: JSONValue = ["startLine": max(1, place.line), "startColumn": max(1, place.column)]
    let physical: JSONValue = [
      "artifactLocation": ["uri": Self.uri(place.file)] as JSONValue, "region": region,
    ]
    return [
      "ruleId": ruleID(finding), "ruleIndex": index, "level": level(finding),
      "message": ["text": escapePlaceholders(PlainText.line(BudgetWords.message(finding)))] as JSONValue,
      "locations": [["physicalLocation": physical] as JSONValue],
      "partialFingerprints": ["geojouleLimit/v1": finding.fingerprint] as JSONValue,
      "suppressions": suppressions(finding),
    ]
  }

  /// Readers that know no suppressions, code scanning among them, count by level.
  private func level(_ finding: BudgetFinding) -> String {
    if finding.status == .waived { return "note" }
    return finding.limit.level == .error ? "error" : "warning"
  }

  private func suppressions(_ finding: BudgetFinding) -> [JSONValue] {
    guard finding.status == .waived, let waiver = finding.limit.waiver else { return [] }
    let why = "\(waiver.owner), until \(waiver.expires): \(waiver.reason)"
    return [["kind": "external", "status": "accepted", "justification": PlainText.line(why)]]
  }

  /// A relative reference (RFC 3986); an absolute path becomes a `file:` URI.
  static func uri(_ path: String) -> String {
    var text = path.hasPrefix("/") ? "file://" : ""
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"), UInt8(ascii: "/"):
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let hex = String(byte, radix: 16, uppercase: true)
        text += "%" + (hex.count == 1 ? "0" : "") + hex
      }
    }
    return text
  }

  /// Messages are templates in SARIF (3.11.5): braces stand for arguments and are doubled to mean themselves; brackets
  /// would make a link (3.11.6).
  private func escapePlaceholders(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "{": result += "{{"
      case "}": result += "}}"
      case "[", "]", "\\": result += "\\\(character)"
      default: result.append(character)
      }
    }
    return result
  }
}
