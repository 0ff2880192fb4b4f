import DeviceModel
import Core
import Testing

/// A radio whose network changes its technology along the way, by hand.
@Suite struct RadioAccessTests {
  static let lte = SampleProfiles.network(
    SampleProfiles.lte,
    with: [(SampleProfiles.slowUMTS, 0.23, 1700), (SampleProfiles.nrNSA, 0.11, 700), (SampleProfiles.nrSA, 0.07, 300)])
  static let umts = SampleProfiles.network(SampleProfiles.slowUMTS, with: [(SampleProfiles.lte, 0.3, 900)])

  /// Bytes up and down of the transfer that finished last which flowed since its last handover.
  private final class Rest {
    var bytes: [Int64] = []
  }

  private func traced(_ network: NetworkProfile) throws -> (trace: Trace<CellularRadio>, rest: Rest) {
    let rest = Rest()
    let radio = CellularRadio(network: try network.parameters(mode: .fixed))
    let trace = Trace(radio) { radio, instant in
      guard case .transferFinished(let last) = radio.timerFired(at: instant) else { return }
      rest.bytes = [last.uplinkBytes, last.downlinkBytes]
    }
    return (trace, rest)
  }

  private func change(
    _ trace: inout Trace<CellularRadio>, to technology: RadioTechnology?, at seconds: Double
  ) -> RadioTransfer? {
    var flowed: RadioTransfer?
    trace.input(at: seconds) { flowed = $0.setAccess(technology, at: $1) }
    return flowed
  }

  @Test func idleSearchingAndOffChangeAtOnce() throws {
    var trace = try Trace(Self.lte)
    #expect(change(&trace, to: .umts, at: 3) == nil)
    #expect(change(&trace, to: .umts, at: 4) == nil)
    trace.input(at: 7) { $0.setCoverage(.none, at: $1) }
    #expect(change(&trace, to: .nrNSA, at: 9) == nil)
    trace.input(at: 12) { $0.setCoverage(.good, at: $1) }
    #expect(change(&trace, to: nil, at: 17) == nil)
    trace.advance(to: 18)
    #expect(trace.timeline == "idle 3 | umts_idle 4 | searching 5 | nr_nsa_idle 5 | idle 1")
  }

  /// 1 s up and 0.1 s down on LTE; after a second half at 4 us and 2 us a byte and back again.
  @Test func aTransferIsHandedOverWithTheBytesThatAreLeft() throws {
    var (trace, rest) = try traced(Self.lte)
    trace.upload(at: 1, bytes: 1_000_000, down: 200_000)
    let first = change(&trace, to: .umts, at: 1.76)
    #expect(first?.uplinkBytes == 500_000 && first?.downlinkBytes == 0)
    #expect(first?.cause == EnergyAttribution(.upload, app: 1))
    // 2 s for what is left to send, then 0.1 s of receiving.
    let second = change(&trace, to: nil, at: 3.86)
    #expect(second?.uplinkBytes == 500_000 && second?.downlinkBytes == 50_000)
    trace.advance(to: 20)
    #expect(
      trace.timeline
        == "idle 1 | promotion 0.26 | transferring 0.5 | umts_dch 2.1 | transferring 0.075 | connected 0.13 | "
        + "short_drx 0.07 | long_drx 11.1 | idle 4.765")
    #expect(rest.bytes == [0, 150_000])
    let prices = try CellularContractTests.prices(Self.lte)
    let states =
      0.0083 * 5.765 + 0.71 * 0.26 + 0.53 * 0.575 + 0.797 * 2.1 + 0.47 * 0.13 + 0.37 * 0.07 + 0.29 * 11.1
    #expect(abs(trace.energy(prices).joules - states) < 1e-9)
    #expect(prices.energyPerBit(.uplink) == .joulesPerBit(77e-9))
    #expect(prices.energyPerBit(.uplink, on: .nrNSA) == .joulesPerBit(32.2e-9))
    #expect(prices.energyPerBit(.downlink, on: .nrSA) == .joulesPerBit(11.1e-9))
    #expect(prices.energyPerBit(.uplink, on: .umts) == .joulesPerBit(0))
  }

  @Test func aSetUpBeginsAnew() throws {
    var trace = try Trace(Self.lte)
    trace.upload(at: 1, bytes: 1000)
    #expect(change(&trace, to: .umts, at: 1.1) == nil)
    trace.advance(to: 4)
    #expect(trace.timeline == "idle 1 | promotion 0.1 | umts_promotion 2.1 | umts_dch 0.8")
    var nsa = try Trace(Self.lte)
    #expect(change(&nsa, to: .nrNSA, at: 0) == nil)
    nsa.upload(at: 1, bytes: 1000)
    #expect(change(&nsa, to: nil, at: 2.2) == nil)
    nsa.advance(to: 2.5)
    #expect(
      nsa.timeline
        == "nr_nsa_idle 1 | nr_nsa_promotion 0.26 | nr_nsa_nr_switch 0.94 | promotion 0.26 | transferring 0.001 | connected 0.039"
    )
  }

  /// The tail's time counts from the last byte on every access.
  @Test func theTailGoesOn() throws {
    var trace = try Trace(Self.lte)
    trace.upload(at: 1)
    #expect(change(&trace, to: .umts, at: 4.26) == nil)
    trace.advance(to: 15)
    #expect(
      trace.timeline
        == "idle 1 | promotion 0.26 | connected 0.13 | short_drx 0.07 | long_drx 2.8 | umts_dch 2.3 | umts_fach 6.7 | "
        + "umts_idle 1.74")
    // A tail that is over on the other access is over.
    var late = try Trace(Self.lte)
    late.upload(at: 1)
    #expect(change(&late, to: .nrNSA, at: 11.76) == nil)
    late.advance(to: 12)
    #expect(
      late.timeline
        == "idle 1 | promotion 0.26 | connected 0.13 | short_drx 0.07 | long_drx 10.3 | nr_nsa_idle 0.24")
  }

  /// FACH and RRC_INACTIVE know no handover: the phone reselects.
  @Test func withoutADedicatedConnectionThePhoneReselects() throws {
    var trace = try Trace(Self.umts)
    trace.upload(at: 1, bytes: 1000)
    #expect(change(&trace, to: .lte, at: 9) == nil)
    trace.advance(to: 10)
    #expect(trace.timeline == "idle 1 | promotion 2.1 | dch 5.304 | fach 0.596 | lte_idle 1")
    // 100 bytes at 1 ms each; 40 of them flow in FACH, the others need a connection.
    var (small, rest) = try traced(Self.umts)
    small.upload(at: 1, bytes: 1000)
    small.upload(at: 9, bytes: 100)
    #expect(change(&small, to: .lte, at: 9.04)?.uplinkBytes == 40)
    small.advance(to: 9.4)
    #expect(
      small.timeline
        == "idle 1 | promotion 2.1 | dch 5.304 | fach 0.636 | lte_promotion 0.26 | lte_transferring 0.00006 | "
        + "lte_connected 0.09994")
    #expect(rest.bytes == [60, 0])
    var inactive = try Trace(Self.lte)
    #expect(change(&inactive, to: .nrSA, at: 0) == nil)
    inactive.upload(at: 1)
    #expect(change(&inactive, to: nil, at: 13) == nil)
    inactive.advance(to: 14)
    #expect(
      inactive.timeline == "nr_sa_idle 1 | nr_sa_promotion 0.26 | nr_sa_nr_tail 10.3 | nr_sa_inactive 1.44 | idle 1")
  }

  @Test func aCutAfterAHandoverBeginsFromTheFirstByte() throws {
    var (trace, rest) = try traced(Self.lte)
    trace.upload(at: 1, bytes: 1_000_000)
    #expect(change(&trace, to: .umts, at: 1.76)?.uplinkBytes == 500_000)
    trace.input(at: 2) { $0.setCoverage(.none, at: $1) }
    #expect(change(&trace, to: nil, at: 3) == nil)
    trace.input(at: 5) { $0.setCoverage(.good, at: $1) }
    trace.advance(to: 6.27)
    #expect(
      trace.timeline
        == "idle 1 | promotion 0.26 | transferring 0.5 | umts_dch 0.24 | searching 3 | promotion 0.26 | transferring 1 | "
        + "connected 0.01")
    #expect(rest.bytes == [1_000_000, 0])
  }

  /// Any inputs in any order: times tile the run, and every byte of a finished transfer flowed once on some access.
  @Test(arguments: [lte, umts])
  func bytesAndTimesAreConserved(network: NetworkProfile) throws {
    let parameters = try network.parameters(mode: .fixed)
    let accesses: [RadioTechnology?] = [nil, nil] + RadioTechnology.allCases
    for seed in UInt64(1)...200 {
      var (asked, finished) = ((up: Int64(0), down: Int64(0)), (up: Int64(0), down: Int64(0)))
      var (count, done) = (0, 0)
      var trace = Trace(CellularRadio(network: parameters)) { radio, instant in
        if case .transferFinished(let rest) = radio.timerFired(at: instant) {
          finished.up += rest.uplinkBytes
          finished.down += rest.downlinkBytes
          done += 1
        }
      }
      RandomInputTests.drive(&trace, seed: seed) { radio, random, instant in
        if random.next() % 2 == 0 {
          let flowed = radio.setAccess(accesses[Int(random.next() % UInt64(accesses.count))], at: instant)
          finished.up += flowed?.uplinkBytes ?? 0
          finished.down += flowed?.downlinkBytes ?? 0
        } else {
          let (up, down) = (Int64(random.next() % 400) * 1000, Int64(random.next() % 300))
          (asked.up, asked.down, count) = (asked.up + up, asked.down + down, count + 1)
          radio.transfer(
            RadioTransfer(id: count, uplinkBytes: up, downlinkBytes: down, cause: RandomInputTests.cause(&random)),
            at: instant)
        }
      }
      #expect(trace.totalDwell == .seconds(RandomInputTests.horizon))
      trace.advance(to: 2 * RandomInputTests.horizon)
      #expect(done == count && finished == asked, "seed \(seed)")
    }
  }

  @Test func aDeviceWithoutTheModemDoesNotKnowTheAccess() throws {
    let values = SampleProfiles.phoneValues.filter { !$0.key.hasPrefix("nr_") }
    let device = try SampleProfiles.profile(values).parameters(mode: .fixed)
    let network = try Self.lte.parameters(mode: .fixed)
    #expect(network.usable(by: device).accesses.map(\.network.technology) == [.umts])
    #expect(throws: Never.self) { try PowerTable(device: device, network: network) }
    var radio = CellularRadio(network: network.usable(by: device))
    #expect(radio.setAccess(.nrSA, at: .start) == nil)
    #expect(radio.access == nil)
    // An access that brings its own powers needs none of the device.
    var own = network
    own.accesses[0].network.powers = Dictionary(
      uniqueKeysWithValues: values.filter { $0.key.hasPrefix("umts.") }.map { ($0.key, 7 * $0.value) })
    let bare = try SampleProfiles.profile(values.filter { !$0.key.hasPrefix("umts.") }).parameters(mode: .fixed)
    #expect(own.usable(by: bare).accesses.count == 1)
    let code = CellularRadio.State.dch.code(on: .umts)
    #expect(try PowerTable(device: bare, network: own).power(.cellular, state: code, bin: .strong) == .watts(7 * 0.797))
  }

  /// 0.23 / 1700 m and 0.11 / 700 m entries a metre, of which 0.37 of the first's exits go to the second.
  @Test func theMainNetworksStayFollowsFromTheShares() throws {
    var profile = SampleProfiles.network(
      SampleProfiles.lte, with: [(SampleProfiles.umts, 0.23, 1700), (SampleProfiles.nrNSA, 0.11, 700)])
    profile.values["access.umts.next.nr_nsa"] = SampleProfiles.value(0.37)
    #expect(profile.validate().isEmpty && profile.accessContradiction == nil)
    let process = try #require(RadioAccessProcess(profile.parameters(mode: .fixed)))
    #expect(process.accesses.map(\.technology) == [nil, .umts, .nrNSA])
    #expect(abs(process.accesses[0].share - 0.66) < 1e-12)
    #expect(abs(process.accesses[0].stay - 2723.02) < 0.01)
    #expect(abs(process.accesses[0].next[1] - 0.558196) < 1e-5)
    #expect(abs(process.accesses[1].next[0] - 0.63) < 1e-12 && process.accesses[1].next[2] == 0.37)
    #expect(process.accesses[2].next == [1, 0, 0])
    #expect(RadioAccessProcess(try SampleProfiles.lte.parameters(mode: .fixed)) == nil)
  }

  @Test func profilesThatContradictThemselvesAreRefused() {
    func faults(_ change: (inout NetworkProfile) -> Void) -> String {
      var profile = Self.lte
      change(&profile)
      return (profile.validate().first ?? profile.accessContradiction)?.description ?? ""
    }
    func value(_ mean: Double) -> ProfileValue { SampleProfiles.value(mean) }
    #expect(faults { _ in } == "")
    #expect(faults { $0.accesses[.umts] = nil }.hasPrefix("access.umts: access.umts names no network"))
    #expect(faults { $0.accesses[.umts] = SampleProfiles.nrSA }.contains("is 5G SA, not 3G"))
    #expect(faults { $0.accesses[.umts] = Self.umts }.contains("has accesses of its own"))
    #expect(faults { $0.accesses[.lte] = SampleProfiles.lte }.contains("the network itself is LTE"))
    #expect(faults { $0.values["access.lte.share"] = value(0.1) }.contains("means nothing in a network"))
    #expect(faults { $0.values["access.umts.stay"] = nil }.contains("access.umts.stay is missing"))
    #expect(faults { $0.values["access.umts.share"] = value(0.83) }.contains("add up to 1 or more"))
    #expect(faults { $0.values["access.umts.stay"] = value(3) }.contains("not possible"))
    let incomplete = faults { $0.accesses[.umts]?.values["dch_timer"] = nil }
    #expect(incomplete.contains("dch_timer is missing"))
    #expect(
      faults {
        $0.values["access.nr_sa.next.umts"] = value(0.6)
        $0.values["access.nr_sa.next.nr_nsa"] = value(0.7)
      }.contains("more than 1"))
    #expect(
      faults {
        $0.accesses[.nrNSA] = nil
        $0.values = $0.values.filter { !$0.key.hasPrefix("access.nr_nsa") }
        $0.values["access.umts.next.nr_nsa"] = value(0.1)
      }.contains("has no access nr_nsa"))
    // 3G follows 5G SA every 4286 m, and has room for a stay each 7391 m.
    #expect(faults { $0.values["access.nr_sa.next.umts"] = value(1) }.contains("more often"))
    #expect(
      faults {
        $0.values["access.umts.share"] = value(0.81)
        $0.values["access.umts.stay"] = value(13)
      }.contains("less than 10 m"))
  }

  /// An access is drawn apart from the main network, the same for a seed, and shapes the phone.
  @Test func drawsAndShapesKnowTheAccesses() throws {
    var profile = Self.lte
    for technology in [RadioTechnology.umts, .nrNSA] {
      profile.accesses[technology]?.values["promotion_time"] = SampleProfiles.value(2.1, deviation: 0.7)
    }
    profile.values["promotion_time"] = SampleProfiles.value(2.1, deviation: 0.7)
    let phone = try PreparedPhone(device: SampleProfiles.phone, network: profile)
    let numbers = try phone.numbers(.drawn(seed: 7))
    let times = [numbers.network.promotion] + numbers.network.accesses.map(\.network.promotion)
    #expect(Set(times.prefix(3)).count == 3)
    #expect(try profile.parameters(mode: .drawn(seed: 7)) == numbers.network)
    #expect(try phone.numbers(.drawn(seed: 8)).network.accesses[0].network.promotion != times[1])
    func shape(_ change: (inout NetworkProfile) -> Void) throws -> PhoneShape {
      var other = profile
      change(&other)
      return try PreparedPhone(device: SampleProfiles.phone, network: other).numbers(.fixed).shape
    }
    let own = try shape { _ in }
    #expect(try shape { $0.accesses[.umts]?.values["dch_timer"] = SampleProfiles.value(4.9) } != own)
    #expect(try shape { $0.values["access.umts.stay"] = SampleProfiles.value(1900) } != own)
    #expect(
      try shape { $0.accesses[.umts]?.values["dch_timer"] = SampleProfiles.value(4.9) }.withoutTransfers
        == own.withoutTransfers)
    #expect(try shape { $0.accesses[.umts]?.values["power.umts.dch"] = SampleProfiles.value(0.9) } != own)
  }
}
