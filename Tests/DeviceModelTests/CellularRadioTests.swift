import DeviceModel
import Core
import Testing

struct CellularRadioTests {
  @Test func lteTransferPaysPromotionBytesAndTail() throws {
    var trace = try Trace(SampleProfiles.lte)
    // 500 kB up at 1 MB/s and 1 MB down at 2 MB/s: 0.5 s each.
    trace.upload(at: 1, bytes: 500_000, down: 1_000_000)
    trace.advance(to: 20)
    #expect(
      trace.timeline
        == "idle 1 | promotion 0.26 | transferring 1 | connected 0.13 | short_drx 0.07 | long_drx 11.1 | idle 6.44")
  }

  @Test func emptyUploadOnLTE2012Costs12Point585Joules() throws {
    var trace = try Trace(SampleProfiles.lte2012)
    let device = try SampleProfiles.phone.parameters(mode: .fixed)
    var prices = try PowerTable(device: device, network: SampleProfiles.lte2012.parameters(mode: .fixed))
    prices.set(.cellular, state: CellularRadio.State.idle, .zero)
    trace.upload(at: 3)
    trace.advance(to: 100)
    #expect(trace.dwell(.promotion) == .milliseconds(260.1))
    #expect(trace.dwell(.connected) + trace.dwell(.shortDRX) + trace.dwell(.longDRX) == .seconds(11.576))
    let expected = 0.2601 * 1.2107 + 11.576 * 1.06
    #expect(abs(trace.energy(prices).joules - expected) < 1e-9)
    #expect(abs(expected - 12.585) < 0.001)
  }

  @Test func transferInTheTailPaysNoPromotionAndRestartsTheTail() throws {
    var trace = try Trace(SampleProfiles.lte)
    trace.upload(at: 0)
    trace.upload(at: 5.26, bytes: 310_000, app: 2)
    trace.advance(to: 20)
    #expect(
      trace.timeline
        == "promotion 0.26 | connected 0.13 | short_drx 0.07 | long_drx 4.8 | transferring 0.31"
        + " | connected 0.13 | short_drx 0.07 | long_drx 11.1 | idle 3.13")
    #expect(trace.stretches[3].cause == EnergyAttribution(.upload, app: 1))
    #expect(trace.stretches[7].cause == EnergyAttribution(.upload, app: 2))
  }

  // The tail of the first upload ends at 0.26 + 11.3 = 11.56 s.
  @Test(arguments: [(-1, 1), (0, 2), (1, 2)])
  func transferAtTheInstantOfExpiryCountsAsAfterIt(offset: Int64, promotions: Int) throws {
    for timersFirst in [true, false] {
      var trace = try Trace(SampleProfiles.lte)
      trace.upload(at: 0)
      let instant = Instant(nanoseconds: 11_560_000_000 + offset)
      if timersFirst { trace.advance(to: instant) }
      trace.input(at: instant) {
        $0.transfer(
          RadioTransfer(id: 2, uplinkBytes: 0, downlinkBytes: 0, cause: EnergyAttribution(.upload, app: 1)), at: $1)
      }
      trace.advance(to: 40)
      #expect(trace.promotions == promotions, "timers first: \(timersFirst)")
    }
  }

  @Test func transfersQueueFirstInFirstOut() throws {
    var finished: [(Int, Double)] = []
    var trace = Trace(CellularRadio(network: try SampleProfiles.lte.parameters(mode: .fixed))) { radio, instant in
      if case .transferFinished(let transfer) = radio.timerFired(at: instant) {
        finished.append((transfer.id, instant.seconds))
      }
    }
    for id in 1...3 {
      trace.input(at: 1 + 0.01 * Double(id)) {
        $0.transfer(RadioTransfer(id: id, uplinkBytes: 300_000, downlinkBytes: 0, cause: .system), at: $1)
      }
    }
    #expect(trace.machine.pendingTransfers == 3)
    trace.advance(to: 5)
    #expect(finished.map(\.0) == [1, 2, 3])
    #expect(finished.map(\.1) == [1.57, 1.87, 2.17])
    #expect(trace.machine.pendingTransfers == 0)
    #expect(trace.dwell(.promotion) == .seconds(0.26))
  }

  @Test func stagesLongerThanTheTailAreCutByIt() throws {
    let network = SampleProfiles.network(
      .lte, ["inactivity_timer": 3.1, "short_drx_time": 4.7, "tail_time": 5])
    var trace = try Trace(network)
    trace.upload(at: 0)
    trace.advance(to: 9)
    #expect(trace.timeline == "promotion 0.26 | connected 3.1 | short_drx 1.9 | idle 3.74")
  }

  @Test func withoutCoverageTransfersWaitAndACutOneBeginsAgain() throws {
    var trace = try Trace(SampleProfiles.lte)
    trace.upload(at: 1, bytes: 2_000_000)
    trace.input(at: 2.26) { $0.setCoverage(.none, at: $1) }
    trace.upload(at: 3, bytes: 1_000_000)
    trace.input(at: 4) { $0.setCoverage(.good, at: $1) }
    trace.advance(to: 8)
    #expect(
      trace.timeline
        == "idle 1 | promotion 0.26 | transferring 1 | searching 1.74 | promotion 0.26 | transferring 3"
        + " | connected 0.13 | short_drx 0.07 | long_drx 0.54")
  }

  @Test func aTransferThatIsTakenBackLeavesItsTail() throws {
    var trace = try Trace(SampleProfiles.lte)
    trace.upload(at: 1, bytes: 500_000)
    trace.input(at: 1.5) { radio, instant in
      let taken = radio.withdrawTransfers(where: { _ in true }, at: instant)
      #expect(taken.map(\.uplinkBytes) == [500_000])
    }
    trace.advance(to: 14)
    #expect(
      trace.timeline
        == "idle 1 | promotion 0.26 | transferring 0.24 | connected 0.13 | short_drx 0.07 | long_drx 11.1 | idle 1.2")
    #expect(trace.machine.pendingTransfers == 0)
  }

  @Test func theNextTransferTakesThePlaceOfOneThatIsTakenBack() throws {
    var trace = try Trace(SampleProfiles.lte)
    trace.input(at: 1) {
      $0.transfer(RadioTransfer(id: 7, uplinkBytes: 500_000, downlinkBytes: 0, cause: .system), at: $1)
      $0.transfer(RadioTransfer(id: 8, uplinkBytes: 310_000, downlinkBytes: 0, cause: .system), at: $1)
    }
    trace.input(at: 1.5) { $0.withdrawTransfers(where: { $0.id == 7 }, at: $1) }
    trace.advance(to: 2)
    #expect(trace.timeline == "idle 1 | promotion 0.26 | transferring 0.55 | connected 0.13 | short_drx 0.06")
  }

  @Test func aConnectionThatIsBeingSetUpComesAboutWithoutItsTransfer() throws {
    for isUsed in [false, true] {
      var trace = try Trace(SampleProfiles.lte)
      trace.upload(at: 1, bytes: 500_000)
      trace.input(at: 1.1) { $0.withdrawTransfers(where: { _ in true }, at: $1) }
      if isUsed { trace.upload(at: 1.2, bytes: 310_000) }
      trace.advance(to: 14)
      #expect(
        trace.timeline
          == (isUsed
            ? "idle 1 | promotion 0.26 | transferring 0.31 | connected 0.13 | short_drx 0.07 | long_drx 11.1 | idle 1.13"
            : "idle 1 | promotion 0.26 | connected 0.13 | short_drx 0.07 | long_drx 11.1 | idle 1.44"))
    }
  }

  @Test func airplaneModeSwitchesOffAndEndsTheTail() throws {
    var trace = try Trace(SampleProfiles.lte)
    trace.upload(at: 0)
    trace.input(at: 2) { $0.setAirplane(true, at: $1) }
    trace.input(at: 3) { $0.setCoverage(.none, at: $1) }
    trace.input(at: 5) { $0.setAirplane(false, at: $1) }
    trace.input(at: 6) { $0.setCoverage(.good, at: $1) }
    trace.advance(to: 7)
    #expect(
      trace.timeline
        == "promotion 0.26 | connected 0.13 | short_drx 0.07 | long_drx 1.54 | off 3 | searching 1 | idle 1")
  }

  @Test func weakSignalIsABinOfItsOwnWithItsOwnPrice() throws {
    var trace = try Trace(SampleProfiles.lte)
    trace.input(at: 1) { $0.setCoverage(.weak, at: $1) }
    trace.upload(at: 2)
    trace.input(at: 2.1) { $0.setCoverage(.good, at: $1) }
    trace.advance(to: 2.2)
    let prices = try PowerTable(
      device: SampleProfiles.phone.parameters(mode: .fixed), network: SampleProfiles.lte.parameters(mode: .fixed))
    // Idle 1 s strong, 1 s weak; promotion 0.1 s weak, 0.1 s strong.
    let expected = 0.0083 + 0.0083 * 2.9 + 0.1 * 0.71 * 1.5 + 0.1 * 0.71
    #expect(abs(trace.energy(prices).joules - expected) < 1e-12)
  }

  @Test func offAndSearchingHaveNoSignal() throws {
    var trace = try Trace(SampleProfiles.lte)
    trace.input(at: 1) { $0.setCoverage(.weak, at: $1) }
    #expect(trace.machine.signalStrength == .weak)
    trace.input(at: 2) { $0.setAirplane(true, at: $1) }
    #expect(trace.machine.signalStrength == .strong)
    trace.input(at: 3) { $0.setAirplane(false, at: $1) }
    #expect(trace.machine.signalStrength == .weak)
    trace.input(at: 4) { $0.setCoverage(.none, at: $1) }
    #expect(trace.machine.signalStrength == .strong)
  }

  @Test func threeGFallsFromDCHThroughFACHToIdle() throws {
    var trace = try Trace(SampleProfiles.umts)
    trace.upload(at: 1, bytes: 200_000)
    trace.advance(to: 20)
    #expect(trace.timeline == "idle 1 | promotion 2.1 | dch 5.5 | fach 6.7 | idle 4.7")
  }

  @Test func smallTransferInFACHStaysThereAndRestartsItsTimer() throws {
    var trace = try Trace(SampleProfiles.umts)
    trace.upload(at: 0)
    // FACH from 7.4 s; 151 B up at 1 ms and 119 B down at 0.5 ms per byte take 0.2105 s.
    trace.upload(at: 9, bytes: 151, down: 119)
    trace.advance(to: 20)
    #expect(trace.timeline == "promotion 2.1 | dch 5.3 | fach 8.5105 | idle 4.0895")
  }

  @Test(arguments: [(152, 0), (0, 120)])
  func largeTransferInFACHIsPromotedToDCH(up: Int64, down: Int64) throws {
    var trace = try Trace(SampleProfiles.umts)
    trace.upload(at: 0)
    trace.upload(at: 9, bytes: up, down: down)
    trace.advance(to: 13)
    #expect(trace.timeline.hasPrefix("promotion 2.1 | dch 5.3 | fach 1.6 | fach_promotion 1.3 | dch 2.7"))
  }

  @Test func smallTransferInDCHRestartsTheDCHTimer() throws {
    var trace = try Trace(SampleProfiles.umts)
    trace.upload(at: 0)
    trace.upload(at: 6.1)
    trace.advance(to: 20)
    #expect(trace.timeline == "promotion 2.1 | dch 9.3 | fach 6.7 | idle 1.9")
  }

  @Test func largeTransferBehindASmallOneInFACHIsPromoted() throws {
    var trace = try Trace(SampleProfiles.umts)
    trace.upload(at: 0)
    trace.upload(at: 9, bytes: 100)
    trace.upload(at: 9.05, bytes: 1_000_000)
    trace.advance(to: 11.5)
    #expect(trace.timeline == "promotion 2.1 | dch 5.3 | fach 1.7 | fach_promotion 1.3 | dch 1.1")
  }

  @Test func nonStandaloneSwitchesToNRAfterPromotion() throws {
    var trace = try Trace(SampleProfiles.nrNSA)
    trace.upload(at: 1, bytes: 400_000)
    trace.upload(at: 8)
    trace.advance(to: 30)
    #expect(
      trace.timeline == "idle 1 | promotion 0.26 | nr_switch 1.7 | nr_connected 0.4 | nr_tail 14.94 | idle 11.7")
  }

  @Test func standaloneGoesInactiveAndResumes() throws {
    var trace = try Trace(SampleProfiles.nrSA)
    trace.upload(at: 1)
    trace.upload(at: 13, bytes: 100_000)
    trace.advance(to: 40)
    #expect(
      trace.timeline
        == "idle 1 | promotion 0.26 | nr_tail 10.3 | inactive 1.44 | resuming 0.11 | nr_connected 0.1"
        + " | nr_tail 10.3 | inactive 4.9 | idle 11.59")
    #expect(trace.machine.cause == .system)
  }

  @Test func `a transfer takes the rate of the received power, by the slope up to its saturation`() throws {
    var network = SampleProfiles.lte
    for (key, number) in [
      ("throughput.reference", -100.0), ("throughput.saturates_at", -90), ("throughput.uplink_slope", 0.5),
      ("throughput.downlink_slope", 1),
    ] {
      network.values[key] = SampleProfiles.value(number)
    }
    // 1 MB/s up and 2 MB/s down at -100 dBm.
    let expected =
      [
        (nil, 1.0), (-100, 1), (-120, 0.5 * 10 + 0.5 * 100), (-80, 0.5 / Double(10).squareRoot() + 0.05),
        (-60, 0.5 / Double(10).squareRoot() + 0.05),
      ] as [(Double?, Double)]
    for (level, seconds) in expected {
      var trace = try Trace(network)
      trace.input(at: 0.5) { radio, _ in radio.setLevel(level) }
      trace.upload(at: 1, bytes: 500_000, down: 1_000_000)
      trace.advance(to: 200)
      #expect(abs(trace.dwell(.transferring).seconds - seconds) < 1e-6, "\(String(describing: level))")
    }
    // One in progress keeps its rate.
    var trace = try Trace(network)
    trace.upload(at: 1, bytes: 500_000, down: 1_000_000)
    trace.input(at: 1.5) { radio, _ in radio.setLevel(-120) }
    trace.advance(to: 200)
    #expect(trace.dwell(.transferring) == .seconds(1))
  }

  @Test func `weak coverage lowers the rates where the received power does not say them`() throws {
    var network = SampleProfiles.lte
    network.values["throughput.weak"] = SampleProfiles.value(0.4)
    for (coverage, seconds) in [(RadioCoverage.good, 1.0), (.weak, 2.5)] {
      var trace = try Trace(network)
      trace.input(at: 0.5) { radio, now in radio.setCoverage(coverage, at: now) }
      trace.upload(at: 1, bytes: 500_000, down: 1_000_000)
      trace.advance(to: 200)
      #expect(abs(trace.dwell(.transferring).seconds - seconds) < 1e-6)
    }
    network.values["throughput.reference"] = SampleProfiles.value(-97)
    var trace = try Trace(network)
    trace.input(at: 0.5) { radio, now in
      radio.setLevel(-97)
      radio.setCoverage(.weak, at: now)
    }
    trace.upload(at: 1, bytes: 500_000, down: 1_000_000)
    trace.advance(to: 200)
    #expect(trace.dwell(.transferring) == .seconds(1))
  }

  @Test func `a connection ends with the tail`() throws {
    var trace = try Trace(SampleProfiles.lte)
    trace.input(at: 0.5) { radio, _ in #expect(!radio.isConnected) }
    trace.upload(at: 1, bytes: 500_000, down: 1_000_000)
    trace.input(at: 1.7) { radio, _ in #expect(radio.isConnected) }
    trace.input(at: 3.5) { radio, _ in #expect(radio.isConnected) }
    trace.input(at: 200) { radio, _ in #expect(!radio.isConnected) }
  }

  @Test func `slopes without a reference and coverage that ends above its weak part are refused`() {
    var network = SampleProfiles.lte
    network.values["throughput.uplink_slope"] = SampleProfiles.value(0.3)
    #expect(network.validate().map(\.key) == ["throughput.uplink_slope"])
    network.values["throughput.reference"] = SampleProfiles.value(-97)
    #expect(network.validate().isEmpty)
    network.values["coverage.weak_below"] = SampleProfiles.value(-113)
    network.values["coverage.none_below"] = SampleProfiles.value(-111)
    #expect(network.validate().map(\.key) == ["coverage.none_below"])
  }
}
