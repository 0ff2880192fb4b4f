package import DeviceModel

/// Every figure that a population has, in the order of tables and files.
///
/// Each person has an own value of each figure, drawn from its mean, deviation and range; a share is then the chance with
/// which something happens to that person. Times of day are counted from midnight.
package enum PopulationSchema {
  package static let all: [ParameterSchema] =
    people + homes + days + work + school + outings + modes + speeds + stops + transit + away + phone

  /// The schema of a figure, or `nil` when there is no such figure.
  package static func schema(of key: String) -> ParameterSchema? { byKey[key] }

  /// The shares of each group add up to 1: one of them is what a person gets.
  package static let groups: [(name: String, keys: [String])] =
    [("settlement", Settlement.allCases.map { "settlement.\($0.rawValue)" })]
    + ["commute", "outing"].flatMap { purpose in
      DistanceBand.allCases.map { band in
        ("\(purpose).\(band.rawValue)", TravelMode.allCases.map { "\(purpose).\(band.rawValue).\($0.rawValue)" })
      }
    } + [("away.by", ["drive", "train", "flight"].map { "away.by.\($0)" })]

  /// Figures that split people into kinds; they do not differ from person to person.
  static let splits = Set(groups.flatMap(\.keys) + ["people.workers", "people.students"])

  private static let byKey = Dictionary(uniqueKeysWithValues: all.map { ($0.key, $0) })
  private static let share = 0.0...1.0
  private static let clock = 0.0...86_400
  private static let day = 60.0...86_400
  private static let way = 50.0...150_000

  private static let people: [ParameterSchema] =
    [
      .init("people.workers", .ratio, share, .always, "Share of people who work"),
      .init("people.students", .ratio, share, .always, "Share of people who go to school or university"),
    ]
    + Settlement.allCases.map {
      .init("settlement.\($0.rawValue)", .ratio, share, .always, "Share of people whose home is \($0.rawValue)")
    }

  private static let homes: [ParameterSchema] = [
    .init("home.within", .distance, 100...100_000, .always, "Homes lie so far around the population's centre"),
    .init("home.wifi", .ratio, share, .always, "Share of people with Wi-Fi at home"),
    .init("home.weak_coverage", .ratio, share, .always, "Share of rural homes with weak coverage indoors"),
  ]

  private static let days: [ParameterSchema] = [
    .init("day.wakes", .timeSpan, 3 * 3600...14 * 3600, .always, "Time of getting up on weekdays"),
    .init("day.wakes_weekend", .timeSpan, 3 * 3600...14 * 3600, .always, "Time of getting up at weekends"),
    .init("day.sleeps", .timeSpan, 18 * 3600...86_340, .always, "Time of going to bed"),
  ]

  private static let work: [ParameterSchema] = [
    .init("work.weekday", .ratio, share, .always, "Chance that a worker works on a weekday"),
    .init("work.weekend", .ratio, share, .always, "Chance that a worker works on a day of the weekend"),
    .init("work.at_home", .ratio, share, .always, "Share of working days that are worked at home"),
    .init("work.leaves", .timeSpan, clock, .always, "Time of leaving home for work"),
    .init("work.varies", .timeSpan, 0...7200, .always, "Deviation of that time from day to day"),
    .init("work.lasts", .timeSpan, day, .always, "Time at work on weekdays"),
    .init("work.lasts_weekend", .timeSpan, day, .always, "Time at work at weekends"),
    .init("work.distance", .distance, way, .always, "Length of the way to work"),
    .init("work.wifi", .ratio, share, .always, "Share of workplaces whose Wi-Fi the phone uses"),
  ]

  private static let school: [ParameterSchema] = [
    .init("school.weekday", .ratio, share, .always, "Chance that a student goes there on a weekday"),
    .init("school.leaves", .timeSpan, clock, .always, "Time of leaving home for school"),
    .init("school.varies", .timeSpan, 0...7200, .always, "Deviation of that time from day to day"),
    .init("school.lasts", .timeSpan, day, .always, "Time at school"),
    .init("school.distance", .distance, way, .always, "Length of the way to school"),
    .init("school.wifi", .ratio, share, .always, "Share of students whose phone uses the school's Wi-Fi"),
  ]

  private static let outings: [ParameterSchema] =
    ["errands", "leisure"].flatMap { name -> [ParameterSchema] in
      [
        .init("\(name).weekday", .count, 0...4, .always, "Outings for \(name) on a weekday, from home and back"),
        .init("\(name).weekend", .count, 0...4, .always, "Outings for \(name) on a day of the weekend"),
        .init("\(name).distance", .distance, way, .always, "Length of the way there"),
        .init("\(name).lasts", .timeSpan, day, .always, "Time there; differs from outing to outing"),
        .init("\(name).wifi", .ratio, share, .always, "Share of places whose Wi-Fi the phone uses"),
      ]
    }

  // Each section stays together, as files have it.
  private static let modes: [ParameterSchema] =
    shares("commute", of: "way to work or school")
    + [
      .init(
        "outing.leaves", .timeSpan, clock, .always,
        "Time of the first outing on a day without work; differs from day to day"),
      .init(
        "outing.pause", .timeSpan, 60...21_600, .always,
        "Time at home before an outing, after work or between two; differs"),
    ]
    + shares("outing", of: "outing")
    + Settlement.allCases.flatMap { settlement -> [ParameterSchema] in
      [
        .init(
          "weight.\(settlement.rawValue).drive", .ratio, 0.01...100, .always,
          "Factor on the share of driving for \(settlement.rawValue) homes, before shares are made to add up to 1"),
        .init(
          "weight.\(settlement.rawValue).transit", .ratio, 0.01...100, .always,
          "The same for bus, train and subway"),
      ]
    }

  private static func shares(_ purpose: String, of words: String) -> [ParameterSchema] {
    DistanceBand.allCases.flatMap { band in
      TravelMode.allCases.map { mode in
        .init(
          "\(purpose).\(band.rawValue).\(mode.rawValue)", .ratio, share, .optional,
          "Share of mode \(mode.rawValue) for a \(words) that is \(band.rawValue); 0 without")
      }
    }
  }

  private static let speeds: [ParameterSchema] =
    [("walk", 3.0), ("cycle", 20), ("bus", 40), ("train", 100), ("subway", 40)].map { mode, top in
      .init("speed.\(mode)", .speed, 0.1...top, .always, "Speed between stops: \(mode)")
    }
    + Settlement.allCases.map {
      .init(
        "speed.drive.\($0.rawValue)", .speed, 0.1...60, .always,
        "Speed of a car from a home that is \($0.rawValue), in free flow")
    } + [
      .init("speed.motorway", .speed, 0.1...60, .always, "Speed of a car on ways of 25 km and more, and on journeys"),
      .init("speed.express", .speed, 0.1...100, .always, "Speed of a train on a journey with nights away"),
      .init("speed.flight", .speed, 0.1...320, .always, "Speed of an aircraft"),
      .init("speed.variation", .ratio, 0...0.5, .always, "Deviation of the speed along the way over its mean"),
    ]

  private static let stops: [ParameterSchema] =
    ["walk", "cycle", "drive", "bus", "train", "subway", "motorway", "express"]
    .flatMap { mode -> [ParameterSchema] in
      [
        .init("stops.\(mode).every", .distance, 20...500_000, .always, "One place to stop for so many metres: \(mode)"),
        .init("stops.\(mode).chance", .ratio, share, .always, "Chance to stop there"),
        .init("stops.\(mode).hold", .timeSpan, 1...3600, .always, "Time held"),
      ]
    } + [
      .init(
        "traffic.share", .ratio, 0...0.95, .always,
        "Share of the time on the way to and from work in a car that is slow"),
      .init("traffic.factor", .ratio, 0.05...1, .always, "Slow speed over free speed"),
      .init("traffic.spell", .timeSpan, 5...7200, .always, "Mean length of a slow phase"),
      .init("route.detour", .ratio, 1...3, .always, "Length of a way over the straight line"),
    ]

  private static let transit: [ParameterSchema] = [
    .init("transit.access", .distance, 50...3000, .always, "Walk at each end of a ride"),
    .init("transit.wait", .timeSpan, 60...3600, .always, "Wait for a ride; differs from ride to ride"),
  ]

  private static let away: [ParameterSchema] = [
    .init(
      "away.begins", .ratio, 0...0.5, .always, "Chance that a journey with nights away begins, for each day at home"),
    .init("away.nights", .count, 1...21, .always, "Nights of such a journey, in the mean; one at least"),
    .init("away.leaves", .timeSpan, clock, .always, "Time of leaving, there and back"),
    .init("away.by.drive", .ratio, share, .always, "Share of such journeys by car"),
    .init("away.by.train", .ratio, share, .always, "Share of such journeys by train"),
    .init("away.by.flight", .ratio, share, .always, "Share of such journeys by aircraft"),
    .init("away.distance.drive", .distance, 5_000...900_000, .always, "Length of such a journey by car"),
    .init("away.distance.train", .distance, 5_000...900_000, .always, "Length of such a journey by train"),
    .init("away.distance.flight", .distance, 200_000...4_000_000, .always, "Length of the flight"),
    .init("away.airport", .distance, 1_000...150_000, .always, "Way to the airport, and from the one at the other end"),
    .init("away.before_flight", .timeSpan, 600...14_400, .always, "Time in the airport before the flight"),
    .init("away.after_flight", .timeSpan, 60...14_400, .always, "Time in the airport after the flight"),
    .init("away.wifi", .ratio, share, .always, "Share of lodgings whose Wi-Fi the phone uses"),
  ]

  private static let phone: [ParameterSchema] = [
    .init("phone.sessions", .count, 1...400, .always, "Times a day that the screen comes on"),
    .init("phone.session", .timeSpan, 1...1800, .always, "How long it stays on; differs each time"),
    .init("phone.opens", .count, 0...100, .always, "Times a day that the app is opened, in one of these sessions"),
    .init("phone.charges", .ratio, share, .always, "Share of nights on the charger"),
  ]
}
