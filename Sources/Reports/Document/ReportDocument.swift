/// A report before it is written in a format: builders make it, formats serialize it.
package struct ReportDocument: Sendable {
  /// A part with a heading of its own, or the first part without one.
  struct Section: Sendable {
    var title: String?
    var paragraphs: [String] = []
    var table: ReportTable?
  }

  var title: String
  /// The answer.
  var headline: String
  /// The inputs, in a line.
  var subtitle: String
  var sections: [Section]
  /// How sure the answer is, and what to do next: a line each.
  var closing: [String] = []
  /// What holds for single rows.
  var remarks: [String] = []
  /// What the columns mean and what the figures rest on; short formats leave it out.
  var background: [String] = []
  /// The tool's.
  var version: String
  /// The command that makes the report again.
  var command: String
}
