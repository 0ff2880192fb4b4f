/// What can be said of a drain: whether it is to be expected, what would explain it, and what to look at next.
public struct Diagnosis: Sendable {
  /// The first answer.
  public enum Verdict: String, Sendable {
    case expected = "as expected"
    case more = "more than expected"
    case cannotTell = "cannot tell"
  }

  /// A cause, and whether it would explain what was seen.
  public struct Finding: Sendable {
    /// Its name, such as `other use`.
    public let cause: String
    /// Of the app's code or its configuration.
    package let isApp: Bool
    /// Counts and settings are as one phone in twenty or more shows them.
    package let agrees: Bool
    /// One phone in twenty or more falls as far with the most of it, and counts and shares agree.
    public package(set) var explains: Bool
    /// With the median phone, at most what there can be; `nil` where the cause takes nothing.
    public package(set) var needed: Double?
    /// The median phone does not fall as far with the most of it.
    package var needsMost = false
    /// Of `needed`: `h`, `%/h`, or `x` for a factor.
    public package(set) var unit = ""
    /// What the amount's prior rests on.
    package var source = ""
    /// Falls of the median phone and of nine of ten phones at each reading, in percent points, with the amounts that are usual.
    package var course: [(median: Double, range: ClosedRange<Double>)] = []
    /// `nil` where the observations carry none. Only that of a group is stated: a single one's is not calibrated.
    package var probability: Double?
  }

  /// A cause that is not looked at, and the reason.
  package typealias OmittedCause = (name: String, reason: String)

  /// Two causes with an amount of each.
  package typealias Pair = (first: Need, second: Need)
  package typealias Need = (cause: String, needed: Double, unit: String)

  /// What to look at next, and what each cause would show.
  public struct Observation: Sendable {
    /// What to count or read.
    public let name: String
    /// By finding, the median.
    public let values: [Double]
    /// Expected information, in bits.
    package let bits: Double
  }

  package let complaint: Complaint
  /// Of the fall; of the app's share where that alone is known.
  package let fallVerdict: Verdict
  /// Of the app's own part of the fall; `nil` where the settings' share or the fall is not known.
  package var appVerdict: Verdict?
  /// Whether the drain is to be expected: the fall, and the app's own part of it.
  public var verdict: Verdict { appVerdict == .more ? .more : fallVerdict }
  /// What nine of ten phones take as configured, in percent points; in percent of what was used where there is no fall.
  public let range: ClosedRange<Double>
  /// The limit of what is expected (`Complaint.oneIn`).
  package let threshold: Double
  /// The same of the app's own part of the fall; `nil` where the settings' share is not known.
  package let appLimit: Double?
  /// As configured first.
  public let findings: [Finding]
  /// Two causes that explain the fall together, each with an amount; empty where one cause alone does.
  package let pairs: [Pair]
  /// What separates the causes best; `nil` where nothing does.
  public let next: Observation?
  package let notLookedAt: [OmittedCause]

  /// A ratio of likelihoods below this is "not worth more than a bare mention" (Kass and Raftery, Journal of the American
  /// Statistical Association 90, 1995, 773-795).
  private static let bareMention = 3.0

  /// The fewest causes that hold the true one with a probability of 90 % together, as places among the findings; those that
  /// the observations do not tell apart are one group. The most probable first; empty without probabilities.
  public var groups: [(causes: [Int], probability: Double)] {
    let ranked = findings.enumerated().compactMap { index, finding in finding.probability.map { (index, $0) } }
      .sorted { ($1.1, $0.0) < ($0.1, $1.0) }
    var (groups, best, sum) = ([(causes: [Int], probability: Double)](), 0.0, 0.0)
    for (index, probability) in ranked where sum < 0.9 {
      if !groups.isEmpty, probability * Self.bareMention >= best {
        groups[groups.count - 1].causes.append(index)
        groups[groups.count - 1].probability += probability
      } else {
        best = probability
        groups.append(([index], probability))
      }
      sum += probability
    }
    return groups
  }
}
