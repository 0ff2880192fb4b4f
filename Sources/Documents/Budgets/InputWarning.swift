import Analysis
import FileFormats

/// What a reader accepts but should be changed in the file, such as a name of an earlier version.
package enum InputWarning {
  /// Today's name of a metric's column; warns where the text is a name of an earlier version.
  ///
  /// - Parameter place: where the text stands, such as `budgets.yml:7`; empty on the command line.
  package static func column(_ text: String, at place: String = "") -> String {
    guard let name = Metric.current(ofFormer: text) else { return text }
    InputFiles.current?.warn(
      "\(place.isEmpty ? "" : "\(place): ")'\(text)' is now called '\(name)'; the old name is still read")
    return name
  }
}
