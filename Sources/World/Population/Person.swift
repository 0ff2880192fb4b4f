import Core

/// One member of a population, and the days that were drawn for them.
///
/// A person is a seed: person number n with the first seed s is that of the seed s + n - 1, whoever else is drawn. The
/// same seed gives the randomness of the journey and the phone, each from a stream of its own.
package struct Person: Sendable {
  /// From 1.
  package let number: Int
  /// Of the person, the journey and the phone.
  package let seed: UInt64
  package let traits: PersonTraits
  /// Starts at midnight before a Monday.
  package let scenario: Scenario
  /// Every trip that was drawn, in order of time: from one place of stay to the next, by its main mode.
  package let trips: [Trip]

  /// A way from one place of stay to another.
  package struct Trip: Sendable, Hashable {
    package enum Purpose: String, CaseIterable, Sendable, Hashable {
      case work, school, errands, leisure
      /// With nights away.
      case journey
    }

    package let purpose: Purpose
    /// Back home (or to the lodging).
    package let isReturn: Bool
    /// `nil` for a flight.
    package let mode: TravelMode?
    /// In metres, walks at both ends of a ride included.
    package let distance: Double
    /// Counted from 0.
    package let day: Int
    /// Whether home was where it began or ended, and not a lodging.
    package let isFromHome: Bool
  }

  /// The longest time for which days are drawn: that of a scenario.
  package static let longestDays = 31

  /// Draws a person.
  ///
  /// - Parameters:
  ///   - number: 1 or more.
  ///   - days: 1 to `longestDays`; the days that longer draws have in common are the same, but for the last evening.
  package init(_ population: PopulationProfile, number: Int, firstSeed: UInt64, days: Int = 7) {
    precondition(number >= 1 && (1...Self.longestDays).contains(days), "a person's number and days")
    let seed = firstSeed &+ UInt64(number - 1)
    var planner = WeekPlanner(PersonDraw(population, seed: seed), days: days)
    planner.plan()
    self.number = number
    self.seed = seed
    traits = planner.traits
    trips = planner.trips
    scenario = Scenario(
      name: "\(population.name)-\(number)",
      summary: "Person \(number) of \(population.name) with first seed \(firstSeed): \(planner.traits.sentence)",
      notes: [
        "Drawn from the figures of the population '\(population.name)'; the way and the phone have the seed \(seed)."
      ],
      horizon: .start + .hours(24 * Double(days)), places: planner.places, legs: planner.legs,
      script: planner.script)
  }
}

extension PersonTraits {
  /// `worker, suburban home, drives to work`.
  var sentence: String {
    let goal = occupation == .student ? "school" : "work"
    let way: String? =
      switch commute {
      case .walk: "walks to \(goal)"
      case .cycle: "cycles to \(goal)"
      case .drive: "drives to \(goal)"
      case .bus, .train, .subway: "takes the \(commute?.rawValue ?? "") to \(goal)"
      case nil: nil
      }
    let who = occupation == .neither ? "neither works nor studies" : occupation.rawValue
    return ([who, "\(settlement.rawValue) home"] + [way, isAway ? "some nights away" : nil].compactMap(\.self))
      .joined(separator: ", ")
  }
}

/// A place where a person stays: home, a lodging, a place of work or leisure.
struct PersonBase: Sendable {
  let name: String
  let position: GeodeticPosition
  let settlement: Settlement
  let surroundings: Surroundings
}

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

extension PopulationProfile {
  /// A day under the population's name, where each seed has a person's own day.
  package var standIn: Scenario {
    var scenario = Person(self, number: 1, firstSeed: 1, days: 1).scenario
    scenario.name = name
    return scenario
  }
}
