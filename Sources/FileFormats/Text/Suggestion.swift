/// Finds the name the user probably meant.
package enum Suggestion {
  /// The candidate with the fewest edits to `name`; the first one wins a tie. `nil` without candidates.
  package static func nearest(to name: String, among candidates: [String]) -> String? {
    var best: (distance: Int, candidate: String)?
    for candidate in candidates {
      let distance = editDistance(name.lowercased(), candidate.lowercased())
      if best.map({ distance < $0.distance }) ?? true { best = (distance, candidate) }
    }
    return best?.candidate
  }

  /// The nearest candidate, when it is near enough to be a slip of the pen: at most a third of its letters differ.
  package static func slip(_ name: String, among candidates: [String]) -> String? {
    guard let candidate = nearest(to: name, among: candidates) else { return nil }
    let allowed = max(1, candidate.count / 3)
    return editDistance(name.lowercased(), candidate.lowercased()) <= allowed ? candidate : nil
  }

  /// What the user may have meant: a slip of the pen, or else the first candidate of which the name is a part, as
  /// `phone` is of `modern-phone`. `nil` when nothing is near: a far guess misleads.
  package static func likely(_ name: String, among candidates: [String]) -> String? {
    if let slip = slip(name, among: candidates) { return slip }
    let part = name.lowercased()
    return part.count >= 3 ? candidates.first { $0.lowercased().contains(part) } : nil
  }

  /// The remedy for an unknown name: the nearest one if it is near and, when they fit on a line, all of them.
  package static func remedy(for name: String, among candidates: [String], what: String) -> String {
    guard let first = candidates.first else { return "there are no valid \(what)" }
    guard candidates.count > 1 else { return "the only valid one is '\(first)'" }
    let all = candidates.joined(separator: ", ")
    let isShort = all.count <= 160
    guard let likely = likely(name, among: candidates) else {
      return all.count <= 400
        ? "valid \(what): \(all)" : "some of the valid \(what): \(candidates.prefix(6).joined(separator: ", "))"
    }
    return isShort
      ? "did you mean '\(likely)'? valid \(what): \(all)" : "the nearest of the valid \(what) is '\(likely)'"
  }

  /// Whether a text is short and of letters, digits and `_.-` alone, as names of keys are: anything else may be secret.
  static func isWord(_ text: String) -> Bool {
    text.count <= 30 && text.allSatisfy { $0.isLetter || $0.isNumber || "_.- ".contains($0) }
  }

  /// Insertions, deletions, replacements and swaps of neighbours that turn `a` into `b` (optimal string alignment).
  package static func editDistance(_ a: String, _ b: String) -> Int {
    let (a, b) = (Array(a.unicodeScalars), Array(b.unicodeScalars))
    guard !a.isEmpty, !b.isEmpty else { return max(a.count, b.count) }
    var beforeLast = [Int](repeating: 0, count: b.count + 1)
    var last = Array(0...b.count)
    for i in 1...a.count {
      var row = [i] + [Int](repeating: 0, count: b.count)
      for j in 1...b.count {
        let replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)
        row[j] = min(replaced, last[j] + 1, row[j - 1] + 1)
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
          row[j] = min(row[j], beforeLast[j - 2] + 1)
        }
      }
      (beforeLast, last) = (last, row)
    }
    return last[b.count]
  }
}
