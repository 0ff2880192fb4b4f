import ArgumentParser

/// `KEY=PARAMETER`: a fitted parameter's place in a profile.
struct KeyAssignment: ExpressibleByArgument {
  let key: String
  let parameter: String

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1)
    guard parts.count == 2 else { return nil }
    (key, parameter) = (String(parts[0]), String(parts[1]))
  }
}
