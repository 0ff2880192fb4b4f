import Core

/// Turns the randomness of one person into legs and events, day after day from midnight before a Monday.
///
/// Each day: night, what the occupation asks for, outings from home and back, evening. A journey takes its days out of that.
/// Times are those of a day without randomness on the way; the run shifts them.
struct WeekPlanner {
  private(set) var legs: [Leg] = []
  private(set) var script: [ScriptEvent] = []
  private(set) var places: [Place] = []
  private(set) var trips: [Person.Trip] = []

  private let draw: PersonDraw
  private let days: Int
  private let horizon: Instant
  private let home: PersonBase
  private let occupation: Occupation
  private let goal: Destination?
  private let hasHomeWiFi: Bool
  private var now = Instant.start
  /// Where nights are spent.
  private var base: PersonBase
  private var nightsAway = 0
  /// The journey under way: its way there, its number, the day of coming back.
  private var journey: (way: [Stage], mode: TravelMode?, distance: Double, number: Int, back: Int)?

  private static let day = 86_400.0
  /// Nobody leaves sooner after getting up; an estimate.
  private static let breakfast = 2_700.0
  /// The shortest stay that is worth an outing; an estimate.
  private static let shortestStay = 600.0
  /// How many different places a person goes to for errands, and as many for leisure; an estimate.
  static let haunts = 5
  private static let mostOutings = 6

  init(_ draw: PersonDraw, days: Int) {
    self.draw = draw
    self.days = days
    horizon = .start + .hours(24 * Double(days))
    let busy = (draw.value("people.workers"), draw.value("people.students"))
    let randomness = draw.unit("occupation")
    occupation = randomness < busy.0 ? .worker : randomness < busy.0 + busy.1 ? .student : .neither
    let settlement = Settlement.allCases[
      draw.pick(Settlement.allCases.map { draw.value("settlement.\($0.rawValue)") }, "settlement")]
    hasHomeWiFi = draw.chance(draw.value("home.wifi"), "home.wifi.has")
    let isWeak = settlement == .rural && draw.chance(draw.value("home.weak_coverage"), "home.weak")
    let place = DrawnRoute.rounded(
      DrawnRoute.moved(
        draw.population.centre, draw.value("home.within") * draw.unit("home.far").squareRoot(),
        draw.unit("home.bearing") * 2 * .pi))
    home = PersonBase(
      name: "home", position: place, settlement: settlement,
      surroundings: PlaceSurroundings.home(settlement, wifi: hasHomeWiFi, isWeak: isWeak))
    base = home
    switch occupation {
    case .worker: goal = Destination("work", of: home, draw)
    case .student: goal = Destination("school", of: home, draw)
    case .neither: goal = nil
    }
    places = [Place(name: "home", position: place)]
  }

  var traits: PersonTraits {
    let staysHome = occupation == .worker && draw.value("work.at_home") >= 1
    return PersonTraits(
      settlement: home.settlement, occupation: occupation, commute: staysHome ? nil : goal?.mode,
      hasHomeWiFi: hasHomeWiFi, isAway: nightsAway > 0)
  }

  mutating func plan() {
    for day in 0..<days where now < horizon {
      sessions(day)
      if let journey {
        if day == journey.back { comeBack(day, journey.way, journey.mode, journey.distance) } else { dayAway(day) }
      } else if draw.chance(draw.value("away.begins"), "away.begins", day) {
        setOut(day)
      } else {
        ordinary(day)
      }
      evening(day)
    }
    night(days, until: nil)
  }

  // MARK: Days

  private mutating func ordinary(_ day: Int) {
    let weekend = day % 7 >= 5
    var leaves: Double?
    var lasts = 0.0
    var isAtHome = false
    switch occupation {
    case .worker where draw.chance(draw.value(weekend ? "work.weekend" : "work.weekday"), "works", day):
      leaves = draw.value("work.leaves")
      lasts = draw.value(weekend ? "work.lasts_weekend" : "work.lasts")
      isAtHome = draw.chance(draw.value("work.at_home"), "works at home", day)
    case .student where !weekend && draw.chance(draw.value("school.weekday"), "learns", day):
      leaves = draw.value("school.leaves")
      lasts = draw.value("school.lasts")
    default: break
    }
    let wakes = draw.value(weekend ? "day.wakes_weekend" : "day.wakes")
    night(day, until: leaves.map { min(wakes, $0 - Self.breakfast) } ?? wakes)
    if let leaves, let goal {
      let purpose: Person.Trip.Purpose = occupation == .student ? .school : .work
      if isAtHome {
        stay("working at home", base, until: instant(day, leaves + lasts))
      } else {
        stay(
          "morning at home", base, until: instant(day, leaves),
          spread: .seconds(Self.minutes(draw.value("\(goal.kind).varies"))))
        go(goal.there(draw, day), purpose, goal.mode, goal.distance, day, isReturn: false)
        stay(
          "at \(goal.kind)", goal.base, lasting: lasts,
          spread: .seconds(Self.minutes(draw.value("\(goal.kind).varies"))))
        go(goal.back(draw, day), purpose, goal.mode, goal.distance, day, isReturn: true)
      }
    }
    outings(day, weekend: weekend, isFree: leaves == nil)
  }

  private mutating func outings(_ day: Int, weekend: Bool, isFree: Bool) {
    var wanted: [(randomness: Double, kind: String, purpose: Person.Trip.Purpose)] = []
    for purpose in [Person.Trip.Purpose.errands, .leisure] {
      let kind = purpose.rawValue
      let mean = draw.value("\(kind).\(weekend ? "weekend" : "weekday")")
      let count = draw.count(mean: mean, most: Self.mostOutings, "\(kind).count", day)
      for index in 0..<count { wanted.append((draw.unit("\(kind).order", day * 16 + index), kind, purpose)) }
    }
    if isFree, !wanted.isEmpty {
      stay("at home", base, until: instant(day, draw.value("outing.leaves", day)))
    }
    let number = journey?.number ?? 0
    for (index, one) in wanted.sorted(by: { $0.randomness < $1.randomness }).enumerated() {
      let occasion = day * 16 + index
      let haunt = Int(draw.unit("\(one.kind).haunt", occasion) * Double(Self.haunts)) + 100 * number
      let goal = Destination(one.kind, of: base, draw, index: haunt)
      let (there, back) = (goal.there(draw, occasion), goal.back(draw, occasion))
      // Back before midnight, or not at all.
      let slack = (instant(day + 1, 0) - now).seconds - Stage.seconds(there) - Stage.seconds(back) - Self.shortestStay
      guard slack >= 60 else { continue }
      let pause = index == 0 && isFree ? 0 : min(draw.value("outing.pause", occasion), slack - 60)
      let lasts = min(draw.value("\(one.kind).lasts", occasion), Self.shortestStay + slack - pause - 60)
      if pause >= 60 { stay("at home", base, lasting: pause) }
      go(there, one.purpose, goal.mode, goal.distance, day, isReturn: false)
      stay("\(one.kind) at \(goal.base.name)", goal.base, lasting: max(lasts, 60))
      go(back, one.purpose, goal.mode, goal.distance, day, isReturn: true)
    }
  }

  private mutating func evening(_ day: Int) {
    stay(
      base.name == "home" ? "evening at home" : "evening at the lodging", base,
      until: instant(day, draw.value("day.sleeps")))
  }

  /// The night before a day; the last one has no end.
  private mutating func night(_ day: Int, until wakes: Double?) {
    if base.name != "home", now > .start { nightsAway += 1 }
    let charges = draw.chance(draw.value("phone.charges"), "phone.charges", day)
    stay(
      base.name == "home" ? "night at home" : "night at the lodging", base,
      until: wakes.map { instant(day, $0) } ?? horizon,
      startEvents: charges ? [.chargerOn] : [], endEvents: charges ? [.chargerOff] : [])
  }

  // MARK: Journeys

  private mutating func setOut(_ day: Int) {
    let kinds = ["drive", "train", "flight"]
    let kind = kinds[draw.pick(kinds.map { draw.value("away.by.\($0)") }, "away.by", day)]
    let nights = 1 + draw.count(mean: draw.value("away.nights") - 1, most: 20, "away.nights", day)
    let distance = draw.value("away.distance.\(kind)", day)
    let number = day + 1
    let settlement = Settlement.allCases[
      draw.pick(Settlement.allCases.map { draw.value("settlement.\($0.rawValue)") }, "away.settlement", day)]
    let (way, end) = JourneyWay(home: home, draw: draw, day: day).stages(kind, distance, to: settlement)
    let wifi = draw.chance(draw.value("away.wifi"), "away.wifi", day)
    let mode = TravelMode(rawValue: kind)
    journey = (way, mode, distance, number, day + nights)
    leave(day)
    go(way.map { $0.directed(isReturn: false) }, .journey, mode, distance, day, isReturn: false)
    base = PersonBase(
      name: "lodging \(number)", position: end, settlement: settlement,
      surroundings: PlaceSurroundings.inside(settlement, wifi: wifi))
  }

  private mutating func dayAway(_ day: Int) {
    night(day, until: draw.value("day.wakes_weekend"))
    outings(day, weekend: true, isFree: true)
  }

  private mutating func comeBack(_ day: Int, _ way: [Stage], _ mode: TravelMode?, _ distance: Double) {
    leave(day)
    go(way.reversed().map { $0.directed(isReturn: true) }, .journey, mode, distance, day, isReturn: true)
    base = home
    journey = nil
  }

  private mutating func leave(_ day: Int) {
    let leaves = draw.value("away.leaves", day)
    night(day, until: min(draw.value("day.wakes_weekend"), leaves - Self.breakfast))
    stay("packing", base, until: instant(day, leaves))
  }

  // MARK: Legs

  private func instant(_ day: Int, _ seconds: Double) -> Instant { .start + .seconds(Double(day) * Self.day + seconds) }

  /// Whole minutes: a plan, and readable in a file.
  private static func minutes(_ seconds: Double) -> Double { (seconds / 60).rounded() * 60 }

  private mutating func stay(
    _ name: String, _ place: PersonBase, until end: Instant, spread: TimeSpan = .zero,
    startEvents: [ScriptEvent.Kind] = [], endEvents: [ScriptEvent.Kind] = []
  ) {
    let minute = Instant.seconds((max(end, now).seconds / 60).rounded(.up) * 60)
    guard now < horizon, minute > now else { return }
    note(place)
    let isLast = minute >= horizon
    legs.append(
      Leg(
        dwell: name, at: place.position.earthVector(), stay: isLast ? .toTheEnd : .until(minute),
        spread: isLast ? .zero : spread, surroundings: place.surroundings, startEvents: startEvents,
        endEvents: isLast ? [] : endEvents))
    now = isLast ? horizon : minute
  }

  private mutating func stay(
    _ name: String, _ place: PersonBase, lasting seconds: Double, spread: TimeSpan = .zero
  ) {
    let span = TimeSpan.seconds(max(60, Self.minutes(seconds)))
    guard now < horizon else { return }
    note(place)
    let isLast = now + span >= horizon
    legs.append(
      Leg(
        dwell: name, at: place.position.earthVector(), stay: isLast ? .toTheEnd : .lasting(span),
        spread: isLast ? .zero : spread, surroundings: place.surroundings))
    now = isLast ? horizon : now + span
  }

  private mutating func go(
    _ stages: [Stage], _ purpose: Person.Trip.Purpose, _ mode: TravelMode?, _ distance: Double, _ day: Int,
    isReturn: Bool
  ) {
    guard now < horizon else { return }
    trips.append(
      Person.Trip(
        purpose: purpose, isReturn: isReturn, mode: mode, distance: distance, day: day,
        isFromHome: purpose == .journey || base.name == "home"))
    for stage in stages where now < horizon {
      for place in stage.places where !places.contains(place) { places.append(place) }
      legs.append(stage.leg)
      now = now + (stage.leg.nominalDuration ?? .zero)
    }
  }

  private mutating func note(_ base: PersonBase) {
    let place = Place(name: base.name, position: base.position)
    if !places.contains(place) { places.append(place) }
  }

  // MARK: The phone

  /// When the screen comes on, and in which of these sessions the app is opened. Sessions share the waking time evenly, each
  /// somewhere in its part, so that none overlaps another.
  private mutating func sessions(_ day: Int) {
    if day == 0 { script += Scenario.defaultScript }
    let count = max(1, Int(draw.value("phone.sessions").rounded()))
    let wakes = Int(draw.value(day % 7 >= 5 ? "day.wakes_weekend" : "day.wakes"))
    let part = (Int(draw.value("day.sleeps")) - wakes) / count
    guard part >= 3 else { return }
    let opens = draw.value("phone.opens") / Double(count)
    for index in 0..<count {
      let name = day * 1000 + index
      let length = min(max(1, Int(draw.value("phone.session", name))), part - 2)
      let start = wakes + index * part + Int(draw.unit("phone.at", name) * Double(part - 1 - length))
      let isOpened = draw.chance(opens, "phone.opens.in", name)
      let from = instant(day, Double(start))
      let to = from + .seconds(Double(length))
      script.append(ScriptEvent(instant: from, kind: .screenOn))
      if isOpened {
        script.append(ScriptEvent(instant: from, kind: .foreground))
        script.append(ScriptEvent(instant: to, kind: .background))
      }
      script.append(ScriptEvent(instant: to, kind: .screenOff))
    }
  }
}
