import Quantities

/// The parts of a report that every page has, as its template names them.
struct DocumentPage {
  let document: ReportDocument

  /// `finding`, `legend`, and the first table.
  var values: [String: Any] {
    var values: [String: Any] = [
      "finding": PlainText.line(document.headline).replacing(" %", with: "\u{A0}%"),
      "legend": document.closing.map(PlainText.line),
      "hasMeanings": !document.background.isEmpty, "meanings": document.background.map(PlainText.line),
    ]
    if let table = document.sections.lazy.compactMap(\.table).first { values.merge(Self.values(table)) { $1 } }
    return values
  }

  /// `headings` and `rows` of a table with all its columns.
  static func values(_ table: ReportTable) -> [String: Any] {
    let columns = table.shown()
    return [
      "long": (0..<table.rowCount).contains { table.name($0).count > 30 },
      "headings": columns.map { column -> [String: Any] in
        let title = column.title.prefix(1).uppercased() + column.title.dropFirst()
        var heading: [String: Any] = ["name": title, "word": column.isText]
        if !column.unit.isEmpty { heading["unit"] = column.unit }
        return heading
      },
      "rows": (0..<table.rowCount).map { row -> [String: Any] in
        [
          "name": table.name(row), "best": table.starred.contains(row), "row": "\(row)",
          "cells": columns.dropFirst().map { column -> [String: Any] in
            var cell: [String: Any] = ["text": PlainText.line(column.text(row)), "word": column.isText]
            if let value = column.value(row), value.isFinite {
              cell["value"] = DecimalText.significant(value, digits: 6)
            }
            return cell
          },
        ]
      },
    ]
  }
}
