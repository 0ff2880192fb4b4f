import Quantities

/// What a cell of a page's table shows, and the number it is sorted by.
struct PageCell {
  let text: String
  var value: Double?

  init(text: String, value: Double? = nil) {
    self.text = text
    self.value = value
  }

  init(_ value: Double?, _ text: (Double?) -> String) { self.init(text: text(value), value: value) }

  /// As `PagePieces.cells` names them.
  var values: [String: Any] {
    var values: [String: Any] = ["text": text]
    if let value, value.isFinite { values["value"] = DecimalText.significant(value, digits: 6) }
    return values
  }
}
