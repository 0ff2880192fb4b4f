import ArgumentParser
import GeoJoule

/// Several decisions of the user, written with commas: `when_in_use,denied`, or `all`.
struct AuthorizationList: ExpressibleByArgument {
  let text: String
  let choices: [AuthorizationChoice]

  init?(argument: String) {
    text = argument
    if argument == "all" {
      choices = AuthorizationChoice.allCases
      return
    }
    var choices: [AuthorizationChoice] = []
    for word in argument.split(separator: ",", omittingEmptySubsequences: false) {
      guard let choice = AuthorizationChoice(rawValue: String(word)) else { return nil }
      if !choices.contains(choice) { choices.append(choice) }
    }
    self.choices = choices
  }
}
