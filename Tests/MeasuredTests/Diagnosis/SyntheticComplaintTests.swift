import Analysis
import Core
import DeviceModel
import Documents
import Foundation
import GeoJoule
import RealModule
import Strategies
import Testing
import World

@testable import Measured

/// Complaints whose cause is known: drawn from the simulation, half of them from outside the model that judges them.
@Suite struct SyntheticComplaintTests {
  private static let environment = ProcessInfo.processInfo.environment

  /// The profile that judges with a strategy, and those that play the phone from outside. Of two phones the class is known only; the
  /// ranges of the last were measured.
  private static let phones: [(device: String, others: [String], strategy: String)] = [
    (device: "modern-phone", others: ["iphone-13-pro-max"], strategy: "auto-pause"),
    ("modern-phone", ["pixel-9", "pixel-7"], "activity-gated"),
    ("iphone-13-pro-max", ["modern-phone"], "distance-filter"), ("nexus-6", [disturbed], "fused-high-accuracy-30s"),
  ]
  /// In place of a profile's name: each power of the judging profile is off by a log-deviation of 0.2.
  private static let disturbed = "disturbed"
  private static let days: [(still: Double, walking: Double, driving: Double)] = [
    (14, 0, 0), (8, 1, 2), (5, 4, 0), (3, 0, 6), (11, 1, 3),
  ]

  /// What one complaint was, and what was said of it.
  struct Outcome {
    let cause: String
    let isOutside: Bool
    let diagnosis: Diagnosis
    /// With the next observation given; `nil` where none separates.
    let after: Diagnosis?
  }

  private static func model(
    _ device: String, _ strategy: String, _ day: (still: Double, walking: Double, driving: Double), firstSeed: UInt64,
    seeds: Int
  ) async throws -> DiagnosisModel {
    let catalog = Catalog()
    let parts = device.split(separator: " ")
    var profile = try catalog.device(String(parts[0]))
    if parts.count > 1 {
      for (key, value) in profile.values where DeviceSchema.schema(of: key)?.dimension == .power {
        let z = NormalDistribution.quantile(StableHash.unit(StableHash.combine(firstSeed, StableHash.name(key))))
        let factor = Double.exp(0.2 * z)
        profile.values[key] = ProfileValue(
          mean: value.mean * factor, deviation: value.deviation * factor,
          range: (value.range.lowerBound * factor)...(value.range.upperBound * factor),
          distribution: value.distribution, trust: value.trust, source: value.source)
      }
    }
    let run = DiagnosisRun(
      strategy: try catalog.strategy(strategy),
      scenario: .complained(still: day.still, walking: day.walking, driving: day.driving),
      phones: DayPrediction.Phones(
        device: profile, network: try catalog.network(of: profile, file: nil), parameters: .drawn, firstSeed: firstSeed,
        seedCount: seeds, jobs: 2))
    return try await run.model(of: complaint(day))
  }

  private static func complaint(_ day: (still: Double, walking: Double, driving: Double)) -> Complaint {
    let length = day.still + day.walking + day.driving
    var complaint = Complaint(
      hours: (0...6).map { Double($0) / 6 * length }, levels: [Double](repeating: 95, count: 7))
    complaint.seen[.screen] = 0
    return complaint
  }

  /// So many complaints of each kind for each phone and day.
  private static func outcomes(
    cells: Range<Int>, each: Int, firstSeed: UInt64 = 1001
  ) async throws -> (normal: [Outcome], twice: [Outcome], caused: [Outcome]) {
    var random = SplitMix(state: firstSeed)
    var (normal, twice, caused) = ([Outcome](), [Outcome](), [Outcome]())
    for cell in cells {
      let (phone, day) = (phones[cell % 4], days[(cell / 4 + cell) % 5])
      let judge = try await model(phone.device, phone.strategy, day, firstSeed: 1, seeds: 64)
      let inside = try await model(phone.device, phone.strategy, day, firstSeed: firstSeed, seeds: 12)
      let other = phone.others[cell / 4 % phone.others.count]
      let outside = try await model(
        other == disturbed ? "\(phone.device) \(disturbed)" : other, phone.strategy, day,
        firstSeed: firstSeed + 1000 + UInt64(cell), seeds: 12)
      for number in 0..<(3 * each) {
        let isOutside = number % 2 == 1
        let truth = isOutside ? outside : inside
        let index = number < 2 * each ? 0 : Int(random.next() * Double(truth.causes.count))
        let cause = truth.causes[index]
        var particle = cause.particles[Int(random.next() * Double(cause.particles.count))]
        let factor = number >= each && number < 2 * each ? 2.0 : 1
        // From outside also what nobody models, 0 to 0.6 %/h, and sometimes a second cause.
        let drain = isOutside ? (number < 2 * each ? 0.2 : 0.6) * random.next() : 0
        var extra = [Double](repeating: 0, count: particle.falls.count)
        if isOutside, number >= 2 * each, random.next() < 0.3 {
          let second = truth.causes[Int(random.next() * Double(truth.causes.count))].particles
          let other = second[Int(random.next() * Double(second.count))]
          let base = truth.causes[0].particles[Int(random.next() * Double(truth.causes[0].particles.count))]
          extra = zip(other.falls, base.falls).map { max(0, $0 - $1) }
        }
        var seen = complaint(day)
        let falls = particle.falls.indices.map { factor * particle.falls[$0] + extra[$0] + drain * seen.hours[$0] }
        seen.levels = falls.map { max(0, 95 - $0).rounded() }
        if number < 2 * each {
          (seen.hours, seen.levels) = ([0, seen.length], [seen.levels[0], seen.levels[6]])
        } else if number % 4 < 2 {
          seen.seen[.fixes] = max(0, (particle.values[0] * (0.9 + 0.2 * random.next())).rounded())
        }
        for index in particle.values.indices { particle.values[index] *= 0.9 + 0.2 * random.next() }
        let diagnosis = judge.diagnosis(of: seen)
        let outcome = Outcome(
          cause: cause.name, isOutside: isOutside, diagnosis: diagnosis,
          after: given(diagnosis.next?.name, by: particle, seen).map(judge.diagnosis))
        switch number / each {
        case 0: normal.append(outcome)
        case 1: twice.append(outcome)
        default: caused.append(outcome)
        }
      }
    }
    return (normal, twice, caused)
  }

  /// The complaint with the next observation, as the true cause shows it.
  private static func given(
    _ name: String?, by particle: CausePrediction.Particle, _ complaint: Complaint
  ) -> Complaint? {
    guard let observation = DrainObservation.allCases.first(where: { $0.name == name }) else { return nil }
    var complaint = complaint
    complaint.seen[observation] = particle.values[observation.rawValue].rounded()
    return complaint
  }

  private static func share(_ outcomes: [Outcome], _ isSo: (Outcome) -> Bool) -> Double {
    Double(outcomes.count(where: isSo)) / Double(max(1, outcomes.count))
  }

  /// 42 complaints of one phone and day; the range of a rate is two deviations wide.
  @Test func aFewAnswersHoldTheirRates() async throws {
    let (normal, twice, caused) = try await Self.outcomes(cells: 3..<4, each: 14)
    #expect(normal.count { $0.diagnosis.verdict == .more } <= 3)
    #expect(twice.count { $0.diagnosis.verdict == .more } >= 9)
    #expect(caused.count(where: Self.holds) >= 11)
    #expect(caused.count(where: Self.blamesFalsely) <= 1)
  }

  /// 2,040 complaints: four phones and five days.
  @Test(.enabled(if: environment["GEOJOULE_LONG_TESTS"] == "1", "long: set GEOJOULE_LONG_TESTS=1"))
  func answersHoldTheirRates() async throws {
    let cells = Self.environment["CELLS"].flatMap(Int.init) ?? 20
    let (normal, twice, caused) = try await Self.outcomes(cells: 0..<cells, each: 34, firstSeed: 51_001)
    let found = (
      normal: Self.share(normal) { $0.diagnosis.verdict == .more },
      twice: Self.share(twice) { $0.diagnosis.verdict == .more }, holds: Self.share(caused, Self.holds),
      blames: Self.share(caused, Self.blamesFalsely), rises: Self.share(caused.filter { $0.after != nil }, Self.rises)
    )
    print(found)
    #expect(found.normal <= 0.08)
    withKnownIssue("phones of a class spread by 0.29: 74 % of doubled drains lie above 19 of 20", isIntermittent: true)
    {
      #expect(found.twice >= 0.8)
    }
    #expect(found.holds >= 0.9 && found.blames <= 0.05 && found.rises >= 0.8)
    // Probabilities of single causes hold within 10 points.
    let all = caused.flatMap { outcome in
      outcome.diagnosis.findings.map { (stated: $0.probability ?? 0, isTrue: $0.cause == outcome.cause) }
    }
    for low in stride(from: 0.0, to: 1, by: 0.2) {
      let bin = all.filter { $0.stated >= low && $0.stated < low + 0.2 }
      let stated = bin.reduce(0) { $0 + $1.stated } / Double(max(1, bin.count))
      let share = Double(bin.count { $0.isTrue }) / Double(max(1, bin.count))
      print(low, bin.count, stated, share)
      #expect(bin.count < 30 || abs(stated - share) <= 0.1, "\(low): \(stated) stated, \(share) true")
    }
  }

  private static func blamesFalsely(_ outcome: Outcome) -> Bool {
    let isApp = outcome.diagnosis.findings.contains { $0.cause == outcome.cause && $0.isApp }
    return !isApp && (outcome.diagnosis.appProbability ?? 0) > 0.9
  }

  private static func holds(_ outcome: Outcome) -> Bool {
    outcome.diagnosis.groups.contains { $0.causes.contains { outcome.diagnosis.findings[$0].cause == outcome.cause } }
  }

  private static func rises(_ outcome: Outcome) -> Bool {
    func probability(_ diagnosis: Diagnosis?) -> Double {
      diagnosis?.findings.first { $0.cause == outcome.cause }?.probability ?? 0
    }
    return probability(outcome.after) >= probability(outcome.diagnosis)
  }
}

/// Random numbers that are the same everywhere: Steele, Lea and Flood's SplitMix64.
private struct SplitMix {
  var state: UInt64

  mutating func next() -> Double {
    state &+= 1
    return StableHash.unit(StableHash.combine(state, 3))
  }
}
