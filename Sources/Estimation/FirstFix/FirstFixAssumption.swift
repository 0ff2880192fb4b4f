/// What an attempt that was given up stands for. The data alone cannot tell; the choice is printed with the result.
package enum FirstFixAssumption: String, Sendable, Hashable, CaseIterable {
  /// A share of attempts would never succeed; the others might have, later (mixture cure model, Boag 1949).
  case cure
  /// Every attempt would have succeeded in time.
  case allWouldSucceed = "all_would_succeed"
  /// No attempt that was given up would ever have succeeded.
  case noneWouldSucceed = "none_would_succeed"

  /// In a sentence.
  package var text: String {
    switch self {
    case .cure:
      "a share of the attempts, failure_probability, would never get a fix; the others given up would have later"
    case .allWouldSucceed: "every attempt given up would have got a fix later"
    case .noneWouldSucceed: "no attempt given up would ever have got a fix"
    }
  }
}
