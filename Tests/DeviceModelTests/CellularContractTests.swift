import DeviceModel
import Core
import Testing

/// Rules that hold for any uploads, over 200 random days.
struct CellularContractTests {
  static let seeds: [UInt64] = Array(1...200)
  static let horizon = 400.0

  static func uploads(_ seed: UInt64) -> [(at: Double, bytes: Int64)] {
    var random = Xoshiro256PlusPlus(seed: seed)
    let count = Int(random.next() % 30)
    return (0..<count)
      .map { _ in (random.uniform() * horizon, Int64(random.next() % 3) * 150_000) }
      .sorted { $0.0 < $1.0 }
  }

  static func run(
    _ uploads: [(at: Double, bytes: Int64)], _ network: NetworkProfile
  ) throws -> Trace<CellularRadio> {
    var trace = try Trace(network)
    for upload in uploads { trace.upload(at: upload.at, bytes: upload.bytes) }
    trace.advance(to: horizon)
    return trace
  }

  static func prices(_ network: NetworkProfile) throws -> PowerTable {
    try PowerTable(
      device: SampleProfiles.phone.parameters(mode: .fixed), network: network.parameters(mode: .fixed))
  }

  static func lte(tail: Double) -> NetworkProfile {
    SampleProfiles.network(.lte, ["inactivity_timer": 0.13, "short_drx_time": 0.07, "tail_time": tail])
  }

  @Test(arguments: seeds) func aLongerTailNeverShortensTailTime(seed: UInt64) throws {
    let uploads = Self.uploads(seed)
    var previous = TimeSpan.zero
    for tail in [0.05, 0.3, 2.3, 5, 10.6, 31] {
      let trace = try Self.run(uploads, Self.lte(tail: tail))
      let time = trace.dwell(.connected) + trace.dwell(.shortDRX) + trace.dwell(.longDRX)
      #expect(time >= previous)
      previous = time
    }
  }

  @Test(arguments: seeds) func anExtraUploadSavesAtMostThePromotionsItAvoids(seed: UInt64) throws {
    let prices = try Self.prices(SampleProfiles.lte)
    let uploads = Self.uploads(seed)
    var random = Xoshiro256PlusPlus(seed: seed &+ 1000)
    let extra = (at: random.uniform() * Self.horizon, bytes: Int64(0))
    let without = try Self.run(uploads, SampleProfiles.lte)
    let with = try Self.run((uploads + [extra]).sorted { $0.at < $1.at }, SampleProfiles.lte)
    let avoided = Double(max(0, without.promotions - with.promotions))
    #expect(with.energy(prices).joules >= without.energy(prices).joules - avoided * 0.26 * 0.71 - 1e-9)
  }

  @Test func uploadsFasterThanTheTailNeverLetTheRadioIdle() throws {
    let often = try Self.run((0..<40).map { (Double($0) * 10, Int64(20_000)) }, SampleProfiles.lte)
    #expect(often.dwell(.idle) == .zero)
    #expect(often.promotions == 1)
    let seldom = try Self.run((0..<30).map { (Double($0) * 13, Int64(20_000)) }, SampleProfiles.lte)
    #expect(seldom.dwell(.idle) > .zero)
    #expect(seldom.promotions == 30)
  }

  @Test func tailTimeIsProportionalToUploadsFartherApartThanTheTail() throws {
    let minute = try Self.run((0..<6).map { (Double($0) * 60, Int64(0)) }, SampleProfiles.lte)
    let once = try Self.run([(0, 0)], SampleProfiles.lte)
    #expect(minute.dwell(.longDRX).nanoseconds == 6 * once.dwell(.longDRX).nanoseconds)
  }
}
