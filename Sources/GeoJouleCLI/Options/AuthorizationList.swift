import ArgumentParser
import FileFormats
import GeoJoule

/// Several decisions of the user, written with commas: `when_in_use,denied`, or `all`.
struct AuthorizationList {
  /// As one word of a command line.
  let text: String
  let choices: [AuthorizationChoice]

  /// Hyphens and spaces in place of underscores, as tables print them, are understood.
  ///
  /// - Throws: `ValidationError` that names the word that is no decision.
  init(parsing argument: String) throws {
    var choices: [AuthorizationChoice] = []
    let words = argument.split(separator: ",", omittingEmptySubsequences: false)
      .map { $0.split(separator: " ").joined(separator: "_").replacing("-", with: "_").lowercased() }
    if words == ["all"] {
      (text, self.choices) = ("all", AuthorizationChoice.allCases)
      return
    }
    for word in words {
      if word == "all" { throw ValidationError("'all' stands alone: it is every decision") }
      guard let choice = AuthorizationChoice(rawValue: word) else {
        let valid = AuthorizationChoice.allCases.map(\.rawValue) + ["all"]
        throw ValidationError(
          "'\(word)' is no decision of the user; \(Suggestion.remedy(for: word, among: valid, what: "values"))")
      }
      if !choices.contains(choice) { choices.append(choice) }
    }
    text = choices.map(\.rawValue).joined(separator: ",")
    self.choices = choices
  }
}
