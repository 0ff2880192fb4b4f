import Core
import RealModule
import Testing

@testable import World

@Suite struct LatentSeriesTests {
  /// A watch has a receiver of its own beside its phone's: their starts are as unlike as those of two seeds.
  @Test func eachReceiverHasStartsOfItsOwn() {
    let scenario = Sample.stay()
    let (phone, watch) = (
      WorldRealization(scenario: scenario, seed: 1, environment: RadioEnvironment()),
      WorldRealization(scenario: scenario, seed: 1, environment: RadioEnvironment(), carriedDevice: .watch)
    )
    var (both, squares) = (0.0, 0.0)
    for second in 0..<3000 {
      let (a, b) = (phone.startQuality(at: .seconds(Double(second))), watch.startQuality(at: .seconds(Double(second))))
      both += a * b
      squares += (a * a + b * b) / 2
    }
    // The standard error of the correlation is 0.018.
    #expect(abs(both / squares) < 0.07 && abs(squares / 3000 - 1) < 0.1)
  }

  @Test func valuesDoNotDependOnTheOrderOfAsking() {
    let scenario = Sample.drive(9_000, speed: 12, hours: 3)
    let (a, b) = (Sample.world(scenario, seed: 5), Sample.world(scenario, seed: 5))
    let instants = (0..<300).map { Instant.seconds(Double($0 * 7919 % 10_800) + 0.26) }
    _ = a.gnssError(at: .seconds(10_000))
    for instant in instants.sorted() {
      #expect(a.gnssError(at: instant) == a.gnssError(at: instant))
    }
    for instant in instants.reversed() {
      #expect(b.reportedAccuracy(at: instant) == a.reportedAccuracy(at: instant))
      #expect(b.acquisition(at: instant) == a.acquisition(at: instant))
      #expect(b.gnssError(at: instant) == a.gnssError(at: instant))
      #expect(b.wifiError(at: instant) == a.wifiError(at: instant))
      #expect(b.latency("visit", ordinal: 3) == a.latency("visit", ordinal: 3))
    }
  }

  /// A world that keeps no more than it is read makes again what it is asked for again: forward, on to what it knows, back.
  @Test func forgettingChangesNoValue() {
    let scenario = Sample.drive(9_000, speed: 12, hours: 3)
    let all = Sample.world(scenario, seed: 5)
    let few = WorldRealization(scenario: scenario, seed: 5, environment: RadioEnvironment(), keepsLatents: false)
    for second in [0, 3, 1_023, 1_024, 5_000, 5_001, 1_500, 10_799, 4_000, 4_096, 9_999, 2_047, 10_800] {
      let instant = Instant.seconds(Double(second))
      #expect(few.gnssError(at: instant) == all.gnssError(at: instant), "\(second)")
      #expect(few.wifiError(at: instant) == all.wifiError(at: instant), "\(second)")
      #expect(few.acquisition(at: instant) == all.acquisition(at: instant), "\(second)")
      #expect(few.reportedAccuracy(at: instant) == all.reportedAccuracy(at: instant), "\(second)")
    }
  }

  @Test func aValueHoldsForItsSecondAndOutsideTheRunTheNearest() {
    let world = Sample.world(Sample.stay())
    #expect(world.gnssError(at: .seconds(77.0)) == world.gnssError(at: .seconds(77.99)))
    #expect(world.gnssError(at: .seconds(77.99)) != world.gnssError(at: .seconds(78)))
    #expect(world.gnssError(at: .seconds(-5)) == world.gnssError(at: .start))
    #expect(world.gnssError(at: .seconds(9_999)) == world.gnssError(at: .seconds(3_600)))
    #expect(world.gnssError(at: .never) == world.gnssError(at: .seconds(3_600)))
  }

  @Test func seedsAndStreamsDiffer() {
    let (a, b) = (Sample.world(Sample.stay(), seed: 1), Sample.world(Sample.stay(), seed: 2))
    let error = a.gnssError(at: .start)
    #expect(error != b.gnssError(at: .start))
    let numbers = [error.fastEast, error.fastNorth, error.slowEast, error.slowNorth, error.whiteEast, error.whiteNorth]
    #expect(Set(numbers).count == 6)
    // Each block has numbers of its own.
    #expect(error.whiteEast != a.gnssError(at: .seconds(1_024)).whiteEast)
    #expect(a.latency("visit", ordinal: 1) != a.latency("visit", ordinal: 2))
    #expect(a.latency("visit", ordinal: 1) != a.latency("region", ordinal: 1))
    #expect(a.cellBias(of: 7) != b.cellBias(of: 7))
  }

  struct Series: Sendable, CustomTestStringConvertible {
    let name: String
    let tau: Double
    let sky: SkyView
    let read: @Sendable (WorldRealization, Instant) -> Double
    var testDescription: String { name }
  }

  // At rest, so fast is six times the table's value, but at most half of slow.
  static let series = [
    Series(name: "fast, suburban", tau: 90, sky: .suburban) { $0.gnssError(at: $1).fastEast },
    Series(name: "fast, open sky", tau: 120, sky: .openSky) { $0.gnssError(at: $1).fastNorth },
    Series(name: "fast, canyon", tau: 100, sky: .canyon) { $0.gnssError(at: $1).fastEast },
    Series(name: "slow, urban", tau: 200, sky: .urban) { $0.gnssError(at: $1).slowEast },
    Series(name: "slow, indoor", tau: 600, sky: .indoor) { $0.gnssError(at: $1).slowNorth },
    Series(name: "acquisition z", tau: 60, sky: .urban) { $0.acquisition(at: $1).z },
  ]

  @Test(arguments: series)
  func seriesHaveUnitVarianceAndTheirCorrelationTime(series: Series) {
    let surroundings = Surroundings(sky: series.sky, accessPoints: .many, cells: .urban)
    let scenario = Sample.stay(surroundings)
    // Across a block's end (second 1024), and far from the start.
    let seconds = [0.0, 1_000, 2_900]
    let lag = (series.tau / 2).rounded()
    let seeds = 4_000
    for second in seconds where second + lag <= 3_600 {
      var (sum, squares, products, later) = (0.0, 0.0, 0.0, 0.0)
      for seed in 0..<seeds {
        let world = Sample.world(scenario, seed: UInt64(seed))
        let now = series.read(world, .seconds(second))
        let then = series.read(world, .seconds(second + lag))
        sum += now
        squares += now * now
        products += now * then
        later += then * then
      }
      let n = Double(seeds)
      let expected = Double.exp(-lag / series.tau)
      // Five standard errors: mean 1/sqrt(n), variance sqrt(2/n), product sqrt((1 + rho²)/n).
      #expect(abs(sum / n) < 5 / n.squareRoot(), "mean at \(second) s")
      #expect(abs(squares / n - 1) < 5 * (2 / n).squareRoot(), "variance at \(second) s")
      #expect(abs(later / n - 1) < 5 * (2 / n).squareRoot(), "variance at \(second + lag) s")
      #expect(
        abs(products / n - expected) < 5 * ((1 + expected * expected) / n).squareRoot(), "correlation at \(second) s")
    }
  }

  @Test func movingShortensTheMemoryOfErrors() {
    // Automotive, suburban: fast 15 s, slow 30 s, Wi-Fi 15 s.
    let scenario = Sample.drive(60_000, speed: 15)
    var (fast, slow, wifi) = (0.0, 0.0, 0.0)
    let seeds = 4_000
    for seed in 0..<seeds {
      let world = Sample.world(scenario, seed: UInt64(seed))
      let (a, b) = (world.gnssError(at: .seconds(1_500)), world.gnssError(at: .seconds(1_515)))
      fast += a.fastEast * b.fastEast
      slow += a.slowNorth * b.slowNorth
      wifi += world.wifiError(at: .seconds(1_500)).east * world.wifiError(at: .seconds(1_515)).east
    }
    let n = Double(seeds)
    #expect(abs(fast / n - Double.exp(-1)) < 0.085)
    #expect(abs(wifi / n - Double.exp(-1)) < 0.085)
    #expect(abs(slow / n - Double.exp(-0.5)) < 0.095)
  }

  /// The mean of all seconds since the phone lies still, whoever asks for which; from when it is taken in hand on anew.
  @Test(arguments: [true, false]) func theMeanOfARestBeginsWhenThePhoneIsLastMoved(isTaken: Bool) throws {
    let script = isTaken ? [ScriptEvent(instant: .seconds(2_000), kind: .foreground)] : []
    let world = Sample.world(Sample.drive(9_000, speed: 12, script: script))
    let arrival = try #require(world.motion.steps.last)
    let begins = isTaken ? 2_000 : Int(arrival.start.seconds)
    func latents(_ second: Int) -> AxisLatents { world.gnssError(at: .seconds(Double(second))) }
    let slow = (begins...3_100).map { latents($0).slowNorth }
    #expect(abs(latents(3_100).meanNorth - slow.reduce(0, +) / Double(slow.count)) < 1e-3)
    #expect(latents(begins).meanEast == latents(begins).slowEast)
    #expect(latents(400).meanNorth == latents(400).slowNorth)
    #expect(latents(3_100).meanEast != latents(3_100).slowEast)
  }

  /// Around an error that stays positions scatter with a correlation time of 130 s. The size of that is lognormal: each rest has one.
  @Test func atRestPositionsFromWiFiScatterAroundOnePoint() {
    let scenario = Sample.stay(Surroundings(sky: .indoor, accessPoints: .many, cells: .urban))
    let (share, logDeviation, _) = CorrelationTimes.wifiAtRest
    let mean = share * share * Double.exp(2 * logDeviation * logDeviation)
    var (squares, soon, late, logs) = (0.0, 0.0, 0.0, 0.0)
    let seeds = 8_000
    for seed in 0..<seeds {
      let world = Sample.world(scenario, seed: UInt64(seed))
      let errors = [900.0, 1_030, 3_500].map { world.wifiError(at: .seconds($0)) }
      #expect(errors[0].north == errors[2].north && errors[0].outlier == errors[2].outlier)
      let scatter = errors.map(\.scatterNorth)
      squares += scatter[0] * scatter[0]
      soon += scatter[0] * scatter[1]
      late += scatter[0] * scatter[2]
      logs += Double.log(abs(scatter[0] / errors[0].scatterEast))
    }
    let n = Double(seeds)
    // Five standard errors of a mean square whose kurtosis is 3 exp(4 x 0.42²): 0.026 of it each.
    #expect(abs(squares / n / mean - 1) < 0.14)
    #expect(abs(soon / n / mean - Double.exp(-1)) < 0.1)
    #expect(abs(late / n / mean) < 0.1)
    // Both axes have the same size.
    #expect(abs(logs / n) < 0.1)
  }

  @Test func aChangeOfSurroundingsMakesNoJump() {
    let scenario = Sample.day([
      Leg(
        dwell: "in and out", at: Sample.berlin, stay: .toTheEnd, surroundings: Sample.flat,
        changes: (1..<20).map {
          SurroundingsChange(fraction: Double($0) / 20, surroundings: $0 % 2 == 0 ? Sample.flat : Sample.suburb)
        })
    ])
    for seed in 0..<200 {
      let world = Sample.world(scenario, seed: UInt64(seed))
      for change in 1..<20 {
        let second = Double(change) * 180
        let (before, after) = (world.gnssError(at: .seconds(second - 1)), world.gnssError(at: .seconds(second)))
        // One step at tau = 90 s has a deviation of 0.15: six of them.
        #expect(abs(after.fastEast - before.fastEast) < 0.9)
        #expect(abs(after.slowEast - before.slowEast) < 0.5)
      }
    }
  }

  @Test func uniformSeriesAreUniform() {
    let scenario = Sample.stay()
    var (reported, outlier, failure) = ([Double](), [Double](), [Double]())
    for seed in 0..<5_000 {
      let world = Sample.world(scenario, seed: UInt64(seed))
      reported.append(world.reportedAccuracy(at: .seconds(300)))
      outlier.append(world.gnssError(at: .seconds(300)).outlier)
      failure.append(world.acquisition(at: .seconds(300)).u)
    }
    for sample in [reported, outlier, failure] {
      #expect(sample.allSatisfy { $0 > 0 && $0 < 1 })
      // Kolmogorov-Smirnov at about 1 in 10,000: D < 2.2 / sqrt(n).
      let worst = sample.sorted().enumerated().map { abs((Double($0.offset) + 0.5) / 5_000 - $0.element) }.max() ?? 1
      #expect(worst < 2.2 / 5_000.0.squareRoot())
    }
  }

  @Test func reportedAccuracyIsCorrelatedOverHalfAMinute() {
    var product = 0.0
    for seed in 0..<4_000 {
      let world = Sample.world(Sample.stay(), seed: UInt64(seed))
      product += (world.reportedAccuracy(at: .seconds(900)) - 0.5) * (world.reportedAccuracy(at: .seconds(930)) - 0.5)
    }
    // Of uniform numbers made of normals with correlation rho: 6/pi asin(rho/2), here 0.3533.
    #expect(abs(product / 4_000 * 12 - 0.3533) < 0.08)
  }

  @Test func biasesAndLatenciesAreStandardNormal() {
    let world = Sample.world(Sample.stay())
    var samples: [[Double]] = [[], [], []]
    for index in 0..<10_000 {
      let bias = world.cellBias(of: UInt64(index))
      samples[0].append(bias.east)
      samples[1].append(bias.north)
      samples[2].append(world.latency("region", ordinal: index))
    }
    for sample in samples {
      let mean = sample.reduce(0, +) / 10_000
      let variance = sample.reduce(0) { $0 + $1 * $1 } / 10_000 - mean * mean
      #expect(abs(mean) < 0.05)
      #expect(abs(variance - 1) < 0.07)
    }
    let mixed = zip(samples[0], samples[1]).reduce(0) { $0 + $1.0 * $1.1 } / 10_000
    #expect(abs(mixed) < 0.05)
  }

  @Test func motionFactorsMeetTheMeasuredAutocorrelations() {
    // Sources B2; fast and slow with equal weight, as in suburbs.
    func autocorrelation(_ motion: MotionClass, _ lag: Double) -> Double {
      let times = CorrelationTimes(sky: .suburban, motion: motion)
      return 0.5 * Double.exp(-lag / times.fast) + 0.5 * Double.exp(-lag / times.slow)
    }
    for (lag, measured) in [(10.0, 0.91), (30, 0.79), (60, 0.64), (120, 0.48)] {
      #expect(abs(autocorrelation(.walking, lag) - measured) < 0.04)
    }
    for (lag, low, high) in [(10.0, 0.29, 0.77), (30, 0.06, 0.38), (60, -0.04, 0.32), (120, 0, 0.15)] {
      #expect(autocorrelation(.automotive, lag) > low)
      #expect(autocorrelation(.automotive, lag) < high)
    }
  }
}
