import Foundation
public import Testing

/// Compares `text` with the golden file `Golden/<name>` beside the calling test.
///
/// A missing file is written and the test fails, so that a new golden is looked at before it counts. With
/// `GEOJOULE_RECORD=1` the file is written anew, and the test fails all the same: a recording is no check.
public func expectGolden(
  _ name: String, _ text: String, filePath: String = #filePath, sourceLocation: SourceLocation = #_sourceLocation
) {
  let file = URL(fileURLWithPath: filePath).deletingLastPathComponent().appendingPathComponent("Golden")
    .appendingPathComponent(name)
  let text = withoutBuild(text)
  let expected = (try? Data(contentsOf: file)).map { String(decoding: $0, as: UTF8.self) }
  let records = ProcessInfo.processInfo.environment["GEOJOULE_RECORD"] == "1"
  if let expected, !records {
    if expected != text { Issue.record("\(difference(name, expected, text))", sourceLocation: sourceLocation) }
    return
  }
  do {
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
    Issue.record("recorded \(name); read it, then run the test again", sourceLocation: sourceLocation)
  } catch {
    Issue.record("cannot write \(file.path): \(error)", sourceLocation: sourceLocation)
  }
}

/// What a program of no known commit would have written.
public func withoutBuild(_ text: String) -> String {
  text.replacing(/\ \ #\ geojoule\ [0-9.]+\ \([0-9A-Za-z._-]+\)/, with: "")
    .replacing(/([0-9]+\.[0-9]+\.[0-9]+) \([0-9a-f]{7,}(-dirty)?\)/) { "\($0.1)" }
}

/// The first line that differs, with its number.
private func difference(_ name: String, _ expected: String, _ actual: String) -> String {
  let (old, new) = (
    expected.split(separator: "\n", omittingEmptySubsequences: false),
    actual.split(separator: "\n", omittingEmptySubsequences: false)
  )
  let index = zip(old, new).enumerated().first { $0.element.0 != $0.element.1 }?.offset ?? min(old.count, new.count)
  func line(_ lines: [Substring]) -> String { index < lines.count ? String(lines[index]) : "(no such line)" }
  return """
    \(name) differs from line \(index + 1) on (\(old.count) lines expected, \(new.count) found)
    expected: \(line(old))
    found:    \(line(new))
    GEOJOULE_RECORD=1 records it anew
    """
}
