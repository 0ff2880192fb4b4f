import DeviceModel
import Core
import Testing

/// Any inputs in any order: dwell times tile the run, energy lies between the extreme powers, and prices scale.
struct RandomInputTests {
  static let seeds: [UInt64] = Array(1...200)
  static let horizon = 900.0

  static func check<Machine: PowerStateMachine>(
    _ trace: Trace<Machine>, network: NetworkProfile = SampleProfiles.lte
  ) throws {
    #expect(trace.totalDwell == .seconds(horizon))
    #expect(trace.clock == .seconds(horizon))
    let prices = try CellularContractTests.prices(network)
    var powers: [Double] = []
    for state in Machine.State.allCases {
      for bin in SignalStrength.allCases {
        powers.append(prices.power(Machine.component, state: state.rawValue, bin: bin).watts)
      }
    }
    let energy = trace.energy(prices).joules
    #expect(energy >= (powers.min() ?? 0) * horizon - 1e-9)
    #expect(energy <= (powers.max() ?? 0) * horizon + 1e-9)
    #expect(abs(trace.energy(prices.scaled(by: 7.3)).joules - 7.3 * energy) <= 1e-9 * max(1, energy))
  }

  static func cause(_ random: inout Xoshiro256PlusPlus) -> EnergyAttribution {
    EnergyAttribution(
      EnergyAttribution.Purpose(rawValue: UInt8(random.next() % 8)) ?? .system, app: Int(random.next() % 8))
  }

  static func drive<Machine: PowerStateMachine>(
    _ trace: inout Trace<Machine>, seed: UInt64, _ body: (inout Machine, inout Xoshiro256PlusPlus, Instant) -> Void
  ) {
    var random = Xoshiro256PlusPlus(seed: seed)
    var time = 0.0
    while true {
      time += -Double(random.next() % 1000) / 250 + 4 + (random.next() % 10 == 0 ? 20 : 0)
      guard time < horizon else { break }
      // Half of the inputs come exactly at the machine's deadline.
      let due = trace.machine.deadline
      let chosen = random.next() % 2 == 0 && due >= trace.clock && due < .seconds(horizon) ? due : .seconds(time)
      let instant = max(chosen, trace.clock)
      trace.input(at: instant) { body(&$0, &random, $1) }
      time = max(time, instant.seconds)
    }
    trace.advance(to: horizon)
  }

  @Test(arguments: [SampleProfiles.lte, SampleProfiles.umts, SampleProfiles.nrNSA, SampleProfiles.nrSA])
  func cellularRadio(network: NetworkProfile) throws {
    let parameters = try network.parameters(mode: .fixed)
    for seed in Self.seeds {
      var finished: [Int] = []
      var trace = Trace(CellularRadio(network: parameters)) { radio, instant in
        if case .transferFinished(let transfer) = radio.timerFired(at: instant) { finished.append(transfer.id) }
      }
      var asked = 0
      Self.drive(&trace, seed: seed) { radio, random, instant in
        switch random.next() % 8 {
        case 0: radio.setCoverage(random.next() % 3 == 0 ? .none : .weak, at: instant)
        case 1, 2: radio.setCoverage(.good, at: instant)
        case 3: radio.setAirplane(random.next() % 4 == 0, at: instant)
        default:
          asked += 1
          let (up, down) = (Int64(random.next() % 400) * 1000, Int64(random.next() % 300))
          radio.transfer(
            RadioTransfer(id: asked, uplinkBytes: up, downlinkBytes: down, cause: Self.cause(&random)), at: instant)
        }
      }
      #expect(finished == Array(1...max(1, finished.count)).prefix(finished.count).map { $0 })
      #expect(finished.count + trace.machine.pendingTransfers == asked)
      try Self.check(trace, network: network)
    }
  }

  @Test func wifiRadio() throws {
    let parameters = try #require(try SampleProfiles.phone.parameters(mode: .fixed).wifi)
    for seed in Self.seeds {
      var finished = 0
      var scans = 0
      var trace = Trace(WiFiRadio(parameters: parameters)) { radio, instant in
        switch radio.timerFired(at: instant) {
        case .transferFinished: finished += 1
        case .scanFinished: scans += 1
        case nil: break
        }
      }
      var asked = 0
      var granted = 0
      Self.drive(&trace, seed: seed) { radio, random, instant in
        switch random.next() % 9 {
        case 0: radio.setEnabled(random.next() % 2 == 0, at: instant)
        case 1, 2: radio.setEnabled(true, at: instant)
        case 3, 4:
          if radio.scan(random.next() % 2 == 0 ? .partial : .full, cause: Self.cause(&random), at: instant) {
            granted += 1
          }
        case 5: radio.setHeldAwake(for: random.next() % 2 == 0 ? Self.cause(&random) : nil, at: instant)
        default:
          asked += 1
          let (up, down) = (Int64(random.next() % 3) * 900_000, Int64(random.next() % 3) * 700_000)
          radio.transfer(
            RadioTransfer(id: asked, uplinkBytes: up, downlinkBytes: down, cause: Self.cause(&random)), at: instant)
        }
      }
      #expect(finished + trace.machine.pendingTransfers == asked)
      #expect(scans <= granted)
      try Self.check(trace)
    }
  }

  @Test func gnssReceiver() throws {
    let parameters = try #require(try SampleProfiles.phone.parameters(mode: .fixed).gnss)
    for seed in Self.seeds {
      var trace = Trace(
        GNSSReceiver(parameters: parameters, lastFixAge: nil, ephemerisAge: .hours(1), almanacAge: nil)
      ) { $0.timerFired(at: $1) }
      Self.drive(&trace, seed: seed) { receiver, random, instant in
        switch random.next() % 8 {
        case 0, 1:
          let time = random.next() % 3 == 0 ? nil : TimeSpan.seconds(random.uniform() * 45)
          let type = receiver.startType(at: instant, networkAtHand: random.next() % 2 == 0)
          receiver.acquire(type, timeToFirstFix: time, cause: Self.cause(&random), at: instant)
        case 2:
          receiver.setMode(GNSSReceiver.TrackingMode(rawValue: UInt8(random.next() % 3)) ?? .batching, at: instant)
        case 3: receiver.setSignal(random.next() % 2 == 0 ? .weak : .strong, at: instant)
        case 4: receiver.stop(at: instant)
        case 5: if random.next() % 3 == 0 { receiver.loseSignal(at: instant) }
        case 6: receiver.noteFix(at: instant)
        default: receiver.setCause(Self.cause(&random), at: instant)
        }
        #expect(!(receiver.isTracking && receiver.isAcquiring))
      }
      try Self.check(trace)
    }
  }

  @Test func applicationProcessor() throws {
    let parameters = try SampleProfiles.phone.parameters(mode: .fixed).processor
    for seed in Self.seeds {
      var trace = Trace(ApplicationProcessor(parameters: parameters)) { $0.timerFired(at: $1) }
      var isHeld = false
      Self.drive(&trace, seed: seed) { processor, random, instant in
        switch random.next() % 6 {
        case 0:
          isHeld = random.next() % 2 == 0
          processor.setHeldAwake(isHeld, cause: Self.cause(&random), at: instant)
        case 1:
          processor.setLocationSession(
            [nil, .satellites, .wifi][Int(random.next() % 3)], cause: Self.cause(&random), at: instant)
        case 2: processor.launch(cause: Self.cause(&random), at: instant)
        default: processor.run(for: .seconds(random.uniform() * 3), cause: Self.cause(&random), at: instant)
        }
        #expect(!(isHeld && processor.isSuspended))
      }
      try Self.check(trace)
    }
  }

  @Test func bluetoothRadio() throws {
    let parameters = try #require(try SampleProfiles.phone.parameters(mode: .fixed).bluetooth)
    for seed in Self.seeds {
      var trace = Trace(BluetoothRadio(parameters: parameters)) { $0.timerFired(at: $1) }
      Self.drive(&trace, seed: seed) { radio, random, instant in
        switch random.next() % 5 {
        case 0: radio.setEnabled(random.next() % 3 != 0, at: instant)
        case 1:
          let level = BluetoothRadio.ScanLevel(rawValue: UInt8(random.next() % 3)) ?? .none
          radio.setScan(level, cause: Self.cause(&random), at: instant)
        case 2: radio.setLinked(random.next() % 2 == 0, cause: Self.cause(&random), at: instant)
        default: radio.message(cause: Self.cause(&random), at: instant)
        }
      }
      try Self.check(trace)
    }
  }
}
