/// What a person is like, as far as reports group people by it.
package struct PersonTraits: Sendable, Hashable {
  /// A way to group people.
  package enum Trait: String, CaseIterable, Sendable, Hashable {
    case settlement, occupation
    /// How one gets to work or school.
    case commute
    case homeWiFi = "home_wifi"
    /// Whether the days that were drawn have a night away from home.
    case nights

    /// Its groups, in the order of tables.
    package var groups: [String] {
      switch self {
      case .settlement: Settlement.allCases.map(\.rawValue)
      case .occupation: Occupation.allCases.map(\.rawValue)
      case .commute: ["none", "walk", "cycle", "drive", "transit"]
      case .homeWiFi: ["with", "without"]
      case .nights: ["home", "away"]
      }
    }
  }

  package let settlement: Settlement
  package let occupation: Occupation
  /// `nil` for someone who goes neither to work nor to school, or works at home always.
  package let commute: TravelMode?
  package let hasHomeWiFi: Bool
  package let isAway: Bool

  package init(
    settlement: Settlement, occupation: Occupation, commute: TravelMode?, hasHomeWiFi: Bool, isAway: Bool
  ) {
    self.settlement = settlement
    self.occupation = occupation
    self.commute = commute
    self.hasHomeWiFi = hasHomeWiFi
    self.isAway = isAway
  }

  /// The person's group of a trait.
  package func group(of trait: Trait) -> String {
    switch trait {
    case .settlement: settlement.rawValue
    case .occupation: occupation.rawValue
    case .commute: commute.map { $0.isTransit ? "transit" : $0.rawValue } ?? "none"
    case .homeWiFi: hasHomeWiFi ? "with" : "without"
    case .nights: isAway ? "away" : "home"
    }
  }
}
