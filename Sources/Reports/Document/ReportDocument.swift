import Analysis

/// What every format of a result is made from.
package protocol RenderedReport {
  var document: ReportDocument { get }
  /// Everything; missing is `null`.
  var json: String { get }
}

/// A report before it is written in a format: builders make it, formats serialize it.
package struct ReportDocument: Sendable {
  /// A part with a heading of its own, or the first part without one.
  struct Section: Sendable {
    var title: String?
    /// The heading on pages, where other formats have none.
    var pageTitle: String?
    var paragraphs: [String] = []
    /// Sentences in an order.
    var list: [String] = []
    /// What may make the part's figures wrong.
    var warnings: [String] = []
    var table: ReportTable?
    /// Whether the table's rows are those of the page's drawings, which are marked together.
    var isLinked = false
    /// Pages show them.
    var charts: [ReportChart] = []
    var chartsFollowTable = false
    /// Lines to be copied as they are.
    var listing = ""
    /// For those who ask: text and Markdown have it with every column, pages fold it.
    var isDetail = false
    var isOnPagesOnly = false

    /// Whether formats without charts have anything of it.
    func isShown(isWide: Bool) -> Bool {
      !isOnPagesOnly && (isWide || !isDetail)
        && !(table == nil && paragraphs.isEmpty && list.isEmpty && warnings.isEmpty && listing.isEmpty)
    }
  }

  /// A number that a page begins with, in large letters, and what it is.
  struct KeyFigure: Sendable {
    let value: String
    let label: String

    /// Percent of a battery with the predicted range.
    static func battery(_ percent: Double?, _ label: String, predicted: ClosedRange<Double>? = nil) -> KeyFigure {
      let rounding = FigureRounding.battery
      return KeyFigure(
        value: "\(rounding.text(percent)) %",
        label: label + (predicted.map { ", predicted \(rounding.ends($0)) %" } ?? ""))
    }
  }

  var title: String
  var headline: String
  /// The inputs, in a line.
  var subtitle: String
  /// At most three, on pages.
  var keyFigures: [KeyFigure] = []
  var sections: [Section]
  /// How sure the answer is, and what to do next: a line each.
  var closing: [String] = []
  /// What pull requests have under that, and the hidden line by which a bot finds the comment it wrote before.
  var suggestions: [String] = []
  var marker = ""
  /// What holds for single rows.
  var remarks: [String] = []
  /// The same for rows that comments fold away; stands before the others.
  var foldedRemarks: [String] = []
  /// What the columns mean and what the figures rest on; short formats leave it out.
  var background: [String] = []
  /// What CSV has, one under the other; without any, the first table of a section.
  var files: [ReportTable] = []
  /// References of the methods behind the figures, for pages.
  var methods: [String] = []
  /// What a page's reader can ask.
  var choice: PageChoice?
  /// What the figures come from, where pages list values and omissions.
  var context: ReportContext?
  var version: String
  /// The command that makes the report again.
  var command: String

  /// What holds for single rows, folded or not.
  var allRemarks: [String] { foldedRemarks + remarks }
}

extension ReportDocument {
  /// - Parameters:
  ///   - tables: the first is the one that CSV has; empty ones are left out.
  ///   - notes: what holds for single rows.
  package init(
    title: String, headline: String, inputs: String, tables: [(title: String?, table: ReportTable)], notes: [String],
    version: String, command: String
  ) {
    self.init(
      title: title, headline: headline, subtitle: inputs,
      sections: tables.filter { $0.table.rowCount > 0 }.map { Section(title: $0.title, table: $0.table) },
      remarks: notes, version: version, command: command)
  }
}

/// A drawing of a report, made when a page needs it.
package struct ReportChart: Sendable {
  /// What the page's script does with a drawing beside marking rows and reading out values.
  enum Tool: String, Sendable {
    case none = ""
    /// Reads out every curve at a time.
    case readout
    /// Chooses the baseline of whiskers.
    case baselines
    /// Zooms in time, and reads out power.
    case zoom
  }

  let title: String
  let caption: String
  let tool: Tool
  /// `nil` when there is nothing to draw; a remark takes the place of the caption. An identifier is unique in the page.
  let draw: @Sendable (_ identifier: String) -> (svg: String, remark: String?)?

  init(_ plot: FitPlot) {
    self.init(title: plot.title, caption: plot.caption) { FitChart(plot: plot, identifier: $0).svg() }
  }

  init(title: String = "", caption: String = "", tool: Tool = .none, draw: @escaping @Sendable (String) -> String?) {
    self.init(remarked: title, caption: caption, tool: tool) { draw($0).map { ($0, nil) } }
  }

  /// - Parameter draw: a drawing, and what it leaves out or merges.
  init(
    remarked title: String, caption: String = "", tool: Tool = .none,
    draw: @escaping @Sendable (String) -> (svg: String, remark: String?)?
  ) {
    (self.title, self.caption, self.tool, self.draw) = (title, caption, tool, draw)
  }
}
