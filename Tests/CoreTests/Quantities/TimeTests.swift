import Core
import Testing

@Suite("Instants and time spans")
struct TimeTests {
  @Test func `an instant that would pass the end of time is never`() {
    let late = Instant(nanoseconds: .max - 5)
    #expect(late + TimeSpan(nanoseconds: 5) == .never)
    #expect(late + TimeSpan(nanoseconds: 6) == .never)
    #expect(Instant.never + .hours(1) == .never)
    #expect(Instant.never + TimeSpan.zero == .never)
    #expect(late + TimeSpan(nanoseconds: 4) == Instant(nanoseconds: .max - 1))
    #expect(Instant.seconds(1e30) == .never)
  }

  @Test func `instants differ by spans`() {
    let a = Instant.seconds(12.5)
    let b = Instant.seconds(3.25)
    #expect(a - b == .seconds(9.25))
    #expect(b + (a - b) == a)
    #expect(a - TimeSpan.seconds(2.5) == .seconds(10))
    #expect(b < a && a < .never && .start < b)
  }

  @Test func `spans keep nanoseconds exactly`() {
    #expect(TimeSpan.milliseconds(260.1).nanoseconds == 260_100_000)
    #expect(TimeSpan.minutes(1.5) == .seconds(90))
    #expect(TimeSpan.hours(24).nanoseconds == 86_400_000_000_000)
    #expect(TimeSpan.hours(1.5).hours == 1.5)
    #expect(TimeSpan.seconds(7) / TimeSpan.seconds(2) == 3.5)
    #expect(TimeSpan.seconds(7) * 0.5 == .seconds(3.5))
    #expect(TimeSpan.seconds(7) - .seconds(9) == .seconds(-2))
    var span = TimeSpan.seconds(1)
    span += .milliseconds(1)
    #expect(span.nanoseconds == 1_001_000_000)
  }

  @Test func `spans beyond 292 years are clamped`() {
    #expect(TimeSpan.seconds(1e11).nanoseconds == .max)
    #expect(TimeSpan.seconds(-1e11).nanoseconds == .min)
    #expect(TimeSpan.seconds(.infinity).nanoseconds == .max)
  }

  @Test func `a span that is not a number is zero`() {
    #expect(TimeSpan.seconds(.nan) == .zero)
    #expect(TimeSpan.minutes(.nan) == .zero)
    #expect(TimeSpan.seconds(7) * .nan == .zero)
    #expect(Instant.seconds(.nan) == .start)
    #expect(Instant.seconds(7) + .seconds(-.nan) == .seconds(7))
  }

  /// Multiplying by 1e-9 instead of dividing would give 0.30000000000000004 for the first.
  @Test(arguments: [0.3, 0.7, 1.1, 12.9, 86_399.1, 1.21, 11.576])
  func `seconds come back as they were written`(seconds: Double) {
    #expect(Instant.seconds(seconds).seconds == seconds)
    #expect(TimeSpan.seconds(seconds).seconds == seconds)
    #expect(Instant.seconds(seconds).description == "\(seconds) s")
  }

  @Test func `instants print in seconds`() {
    #expect(Instant.never.description == "never")
    #expect(Instant.start.description == "0 s")
    #expect(Instant.seconds(86_400).description == "86400 s")
  }

  @Test(arguments: [
    (0.0, "0 s"), (12.4, "12 s"), (59.5, "1 min 00 s"), (243, "4 min 03 s"), (3599.6, "1 h 00 min"),
    (29_100, "8 h 05 min"), (172_800, "48 h 00 min"),
  ])
  func `clock text is for people`(seconds: Double, text: String) {
    #expect(TimeSpan.seconds(seconds).clockText == text)
  }
}
