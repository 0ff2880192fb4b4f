import Core
import DeviceModel
import Documents
import Foundation
import GeoJoule
import Testing
import World

@testable import Analysis

/// Complaints whose cause is known: drawn from the simulation, half of them from outside the model that judges them.
@Suite struct SyntheticComplaintTests {
  private typealias Day = (still: Double, walking: Double, driving: Double)

  /// The profile that judges with a strategy, and those that play the phone from outside. Of two phones the class is known only; the
  /// ranges of the last were measured.
  private static let phones: [(device: String, others: [String], strategy: String)] = [
    (device: "modern-phone", others: ["iphone-13-pro-max"], strategy: "auto-pause"),
    ("modern-phone", ["pixel-9", "pixel-7"], "activity-gated"),
    ("iphone-13-pro-max", ["modern-phone"], "distance-filter"), ("nexus-6", [disturbed], "fused-high-accuracy-30s"),
  ]
  /// In place of a profile's name: each power of the judging profile is off by a log-deviation of 0.2, on each phone by its own.
  private static let disturbed = "disturbed"
  private static let days: [Day] = [(14, 0, 0), (8, 1, 2), (5, 4, 0), (3, 0, 6), (11, 1, 3)]

  /// What one complaint was, and what was said of it.
  private struct Outcome: Sendable {
    enum Kind { case normal, twice, caused }
    let kind: Kind
    let isOutside: Bool
    let verdict: Diagnosis.Verdict
    let holds: Bool
    /// The app is not the cause and is blamed with over 90 %.
    let blamesFalsely: Bool
    /// The true cause's probability with the next observation is at least what it was; `nil` where none separates.
    var rises: Bool?
    /// Of the lines of a report: what is stated, and whether it is so.
    let lines: [(probability: Double, isTrue: Bool)]
  }

  private static func bank(
    _ name: String, _ phone: (device: String, others: [String], strategy: String), _ day: Day, firstSeed: UInt64,
    seeds: Int
  ) async throws -> DiagnosisModel {
    let catalog = Catalog()
    let device = try catalog.device(name == disturbed ? phone.device : name)
    func model(_ device: DeviceProfile, firstSeed: UInt64, seeds: Int) async throws -> DiagnosisModel {
      let request = ComparisonRequest(
        device: device, network: try catalog.network(of: device, file: nil),
        scenario: .hours(still: day.still, walking: day.walking, driving: day.driving),
        strategies: [try catalog.strategy(phone.strategy)], firstSeed: firstSeed, seedCount: seeds)
      return try await DiagnosisRun(request).model(for: complaint(day))
    }
    guard name == disturbed else { return try await model(device, firstSeed: firstSeed, seeds: seeds) }
    // Each phone is off in its own way.
    var phones: [DiagnosisModel] = []
    for seed in firstSeed..<(firstSeed + UInt64(seeds)) {
      phones.append(try await model(device.disturbed(seed), firstSeed: seed, seeds: 1))
    }
    let causes = phones[0].causes.compactMap { cause -> DrainCause? in
      let own = phones.compactMap { $0.causes.first { $0.name == cause.name }?.samples[0] }
      return own.count < seeds ? nil : DrainCause(cause.name, isApp: cause.isApp, amount: cause.amount, samples: own)
    }
    return DiagnosisModel(
      base: phones.map { $0.base[0] }, causes: causes, notLookedAt: [], prediction: phones[0].prediction,
      gauge: phones[0].gauge)
  }

  /// A log of seven readings, with the screen off.
  private static func complaint(_ day: Day) -> Complaint {
    let length = day.still + day.walking + day.driving
    var complaint = Complaint(hours: (0...6).map { Double($0) / 6 * length }, levels: Array(repeating: 95, count: 7))
    complaint.seen[.screen] = 0
    return complaint
  }

  /// A phone on its day: with a cause, and from outside with unmodelled drain and sometimes a second cause.
  private static func truth(
    _ bank: DiagnosisModel, _ cause: DrainCause, isOutside: Bool, kind: Outcome.Kind, _ blank: Complaint,
    _ random: inout SplitMix
  ) -> DrainParticle {
    let seed = Int(random.next() * Double(bank.base.count))
    var sample = cause.sample(seed, amount: amount(of: cause, random.next()), base: bank.base)
    if kind == .twice { sample = sample.scaled(2) }
    if isOutside {
      // 0 to 0.2 %/h of what is normal, to 0.6 else, all the time; where other use is the cause, in a third of the time only.
      let isBurst = cause.name == DrainCause.other
      let whole = (kind == .caused ? 0.6 : 0.2) * random.next() * blank.length
      let (start, use) = (2.0 / 3 * blank.length * random.next(), sample.whole - bank.base[seed].whole)
      sample.drained = sample.drained.indices.map { place in
        let hour = blank.hours[place]
        let share = min(1, max(0, (hour - start) / (blank.length / 3)))
        return (isBurst ? bank.base[seed].drained[place] + use * share : sample.drained[place])
          + whole * hour / blank.length
      }
      let second = bank.causes[Int(random.next() * Double(bank.causes.count))]
      if kind == .caused, random.next() < 0.3 {
        let other = second.sample(seed, amount: amount(of: second, random.next()), base: bank.base)
        sample.drained = sample.drained.indices.map {
          sample.drained[$0] + max(0, other.drained[$0] - bank.base[seed].drained[$0])
        }
      }
    }
    let z = NormalDistribution.quantile(random.next())
    // A phone deviates by what the discrepancy is, and not by what is not known of it.
    let own = PredictionModel(bank.prediction.discrepancy, spread: bank.prediction.spread)
    let deviation = own.remainder(share: bank.base[seed].share, count: bank.base.count)
    return sample.particle(factor: exp(deviation * z), bank.gauge, blank)
  }

  /// Between the amounts that are alike likely.
  private static func amount(of cause: DrainCause, _ share: Double) -> Double {
    guard let usual = cause.amount?.usual else { return 0 }
    let place = min(max(share * Double(usual.count) - 0.5, 0), Double(usual.count - 1) - 1e-9)
    let (low, part) = (Int(place), place - place.rounded(.down))
    return usual[low] + part * (usual[low + 1] - usual[low])
  }

  /// A phone and a day: the causes are simulated once for the judge, once for each kind of truth.
  ///
  /// - Parameters:
  ///   - each: complaints that are normal, and as many of twice the drain.
  ///   - caused: complaints with a cause.
  private static func outcomes(
    cell: Int, each: Int, caused: Int, firstSeed: UInt64, judges: Int, truths: Int
  ) async throws -> [Outcome] {
    let (phone, day) = (phones[cell % 4], days[cell / 4])
    let blank = complaint(day)
    let judge = try await bank(phone.device, phone, day, firstSeed: 1, seeds: judges)
    let judgeOfFalls = judge.ofFalls
    let inside = try await bank(phone.device, phone, day, firstSeed: firstSeed, seeds: truths)
    let outside = try await bank(
      phone.others[cell / 4 % phone.others.count], phone, day, firstSeed: firstSeed + 1000, seeds: truths)
    var random = SplitMix(state: firstSeed &+ UInt64(cell) << 32)
    return (0..<(2 * each + caused)).map { number in
      let kind: Outcome.Kind = number < each ? .normal : number < 2 * each ? .twice : .caused
      let isOutside = number % 2 == 1
      let bank = isOutside ? outside : inside
      let causes = [DrainCause("as configured", samples: bank.base)] + (kind == .caused ? bank.causes : [])
      let cause = causes[Int(random.next() * Double(causes.count))]
      let particle = truth(bank, cause, isOutside: isOutside, kind: kind, blank, &random)
      var seen = blank
      seen.levels = particle.falls.map { 95 - $0 }
      func shown(_ observation: DrainObservation) -> Double {
        let noise = observation == .share || observation == .background ? 0.3 : 0.1
        let value = (particle.seen[observation] ?? 0) * exp(noise * NormalDistribution.quantile(random.next()))
        return observation == .share ? min(100, value) : observation == .background ? value : value.rounded()
      }
      // A log; a log and a count; a fall and a count; a fall and a share.
      let known = kind == .caused ? number / 2 % 4 : -1
      if known < 0 || known > 1 { (seen.hours, seen.levels) = ([0, seen.length], [seen.levels[0], seen.levels[6]]) }
      if known == 1 || known == 2 { seen.seen[.fixes] = shown(.fixes) }
      if known == 3 { seen.seen[.share] = shown(.share) }
      let model = seen.levels.count == blank.levels.count ? judge : judgeOfFalls
      let diagnosis = model.diagnosis(of: seen)
      func probability(_ diagnosis: Diagnosis) -> Double {
        diagnosis.findings.first { $0.cause == cause.name }?.probability ?? 0
      }
      let blame = diagnosis.findings.reduce(0) { $0 + ($1.isApp ? $1.probability ?? 0 : 0) }
      var outcome = Outcome(
        kind: kind, isOutside: isOutside, verdict: diagnosis.verdict,
        holds: diagnosis.groups.contains { $0.causes.contains { diagnosis.findings[$0].cause == cause.name } },
        blamesFalsely: !cause.isApp && blame > 0.9,
        lines: diagnosis.groups.map { line in
          (line.probability, line.causes.contains { diagnosis.findings[$0].cause == cause.name })
        })
      if kind == .caused, let next = DrainObservation.allCases.first(where: { $0.rawValue == diagnosis.next?.name }) {
        let before = probability(diagnosis)
        seen.seen[next] = shown(next)
        outcome.rises = probability(model.diagnosis(of: seen)) >= before
      }
      return outcome
    }
  }

  private static func share(_ outcomes: [Outcome], _ isSo: (Outcome) -> Bool) -> Double {
    Double(outcomes.count(where: isSo)) / Double(max(1, outcomes.count))
  }

  /// 42 complaints of one phone and day: the Nexus 6 at rest, whose measured range is narrow beside powers that are off by 0.2. Of normal
  /// ones 4 exceed the limit here, and 8 of 34 in the long test's same cell. Other rates have a range of two deviations.
  @Test func aFewAnswersHoldTheirRates() async throws {
    let all = try await Self.outcomes(cell: 3, each: 14, caused: 14, firstSeed: 1001, judges: 24, truths: 8)
    #expect(all.count { $0.kind == .normal && $0.verdict == .more } <= 4)
    #expect(all.count { $0.kind == .twice && $0.verdict == .more } >= 9)
    #expect(all.count { $0.kind == .caused && $0.holds } >= 10)
    #expect(all.count { $0.kind == .caused && $0.blamesFalsely } <= 1)
  }

  private static let environment = ProcessInfo.processInfo.environment

  /// 6,800 complaints: four phones and five days with two sets of seeds, two of these at a time. A rate of one set is known to 1.5 points.
  @Test(.enabled(if: environment["GEOJOULE_LONG_TESTS"] == "1", "long: set GEOJOULE_LONG_TESTS=1"))
  func answersHoldTheirRates() async throws {
    let asked = Self.environment["COMPLAINT_SEED"].flatMap(UInt64.init)
    let firstSeeds: [UInt64] = asked.map { [$0] } ?? [95_001, 197_001]
    var cells = Array(0..<20 * firstSeeds.count)[...]
    let all = try await withThrowingTaskGroup(of: (cell: Int, outcomes: [Outcome]).self) { group in
      func start() {
        guard let cell = cells.popFirst() else { return }
        group.addTask {
          let own = try await Self.outcomes(
            cell: cell % 20, each: 34, caused: 102, firstSeed: firstSeeds[cell / 20], judges: 64, truths: 24)
          Self.report("cell \(cell)", own)
          return (cell, own)
        }
      }
      start()
      start()
      var found: [(cell: Int, outcomes: [Outcome])] = []
      while let one = try await group.next() {
        found.append(one)
        start()
      }
      return found.sorted { $0.cell < $1.cell }.flatMap(\.outcomes)
    }
    Self.report("all", all)
    Self.report("inside", all.filter { !$0.isOutside })
    Self.report("outside", all.filter(\.isOutside))
    let caused = all.filter { $0.kind == .caused }
    #expect(Self.share(all.filter { $0.kind == .normal }) { $0.verdict == .more } <= 0.08)
    #expect(Self.share(all.filter { $0.kind == .twice }) { $0.verdict == .more } >= 0.8)
    #expect(Self.share(caused, \.blamesFalsely) <= 0.05)
    #expect(Self.share(caused, \.holds) >= 0.9)
    #expect(Self.share(caused.filter { $0.rises != nil }) { $0.rises == true } >= 0.8)
    for bin in Self.calibration(caused.flatMap(\.lines)) {
      #expect(bin.count < 30 || abs(bin.said - bin.share) <= 0.1, "\(bin)")
    }
  }

  /// Of fifths of the stated probabilities the mean, and the share of which it is so.
  private static func calibration(
    _ stated: [(probability: Double, isTrue: Bool)]
  ) -> [(said: Double, share: Double, count: Int)] {
    (0..<5).map { fifth in
      let bin = stated.filter { min(4, Int($0.probability * 5)) == fifth }
      let count = Double(max(1, bin.count))
      let (said, share) = (bin.reduce(0) { $0 + $1.probability } / count, Double(bin.count { $0.isTrue }) / count)
      print("lines: stated", said, "in", bin.count, "cases, true", share)
      return (said, share, bin.count)
    }
  }

  private static func report(_ name: String, _ all: [Outcome]) {
    let caused = all.filter { $0.kind == .caused }
    let rates = [
      ("normal: more", share(all.filter { $0.kind == .normal }) { $0.verdict == .more }),
      ("twice: more", share(all.filter { $0.kind == .twice }) { $0.verdict == .more }),
      ("held", share(caused, \.holds)), ("blamed", share(caused, \.blamesFalsely)),
      ("rises", share(caused.filter { $0.rises != nil }) { $0.rises == true }),
    ]
    print(name, rates.map { "\($0.0) \(($0.1 * 1000).rounded() / 10) %" }.joined(separator: ", "))
  }
}

extension DeviceProfile {
  /// Each power is off by a log-deviation of 0.2.
  fileprivate func disturbed(_ seed: UInt64) -> DeviceProfile {
    var device = self
    for (key, value) in values where DeviceSchema.schema(of: key)?.dimension == .power {
      let z = NormalDistribution.quantile(StableHash.unit(StableHash.combine(seed, StableHash.name(key))))
      let factor = exp(0.2 * z)
      device.values[key] = ProfileValue(
        mean: value.mean * factor, deviation: value.deviation * factor,
        range: (value.range.lowerBound * factor)...(value.range.upperBound * factor),
        distribution: value.distribution, trust: value.trust, source: value.source)
    }
    return device
  }
}

extension DiagnosisModel {
  /// The same causes for complaints of a first and a last level.
  fileprivate var ofFalls: DiagnosisModel {
    func ends(_ samples: [DrainSample]) -> [DrainSample] {
      samples.map { sample in
        var sample = sample
        sample.drained = [0, sample.whole]
        return sample
      }
    }
    return DiagnosisModel(
      base: ends(base),
      causes: causes.map { DrainCause($0.name, isApp: $0.isApp, amount: $0.amount, samples: ends($0.samples)) },
      notLookedAt: notLookedAt, prediction: prediction, gauge: gauge)
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
