import Core
import Testing

@testable import World

/// Outliers against a Wi-Fi position by hand: 30 m reported is a deviation of 15 m, 65 m by Wi-Fi one of 21.7 m.
@Suite struct WiFiAidingTests {
  private func fix(_ east: Double, at second: Double, _ technology: PositioningTechnology = .gnss) -> Fix {
    Fix(
      technology: technology, timestamp: .seconds(second), position: Places.berlin.moved(east: east, north: 0),
      horizontalAccuracy: technology == .wifi ? 65 : 30, speed: technology == .wifi ? -1 : 0)
  }

  private func east(_ fix: Fix) -> Double { Places.error(of: fix.position, from: Places.berlin).east }

  /// A track along 0 m with Wi-Fi at `wifi` m, then one fix at `last` m.
  private func aided(wifi: Double?, last: Double, wifiAge: Double = 3) -> Double {
    var aiding = WiFiAiding()
    if let wifi { aiding.note(fix(wifi, at: 20 - wifiAge, .wifi)) }
    for second in 15..<20 { _ = aiding.aided(fix(0, at: Double(second)), velocity: .zero) }
    return east(aiding.aided(fix(last, at: 20), velocity: .zero))
  }

  @Test func aPeakThatWiFiAndTheTrackContradictIsBroughtBackIn() {
    // Between the track at 0 m and Wi-Fi at 13 m, by weight 225 / (225 + 469) and by age 1 - 3/20.
    #expect(abs(aided(wifi: 13, last: 140) - 13 * (225 / 694.4) * 0.85) < 0.05)
  }

  @Test func theRestOfTheTrackStaysAsItIs() {
    for place in [0.0, 20, -35] { #expect(abs(aided(wifi: 13, last: place) - place) < 1e-3) }
  }

  @Test func withoutWiFiOrWithAnOldPositionNothingChanges() {
    #expect(abs(aided(wifi: nil, last: 140) - 140) < 1e-3)
    #expect(abs(aided(wifi: 13, last: 140, wifiAge: 21) - 140) < 1e-3)
  }

  @Test func anAccessPointThatHasMovedDoesNoHarm() {
    // Wi-Fi 400 m off: neither good fixes nor a peak follow it.
    #expect(abs(aided(wifi: 400, last: 5) - 5) < 1e-3)
    #expect(abs(aided(wifi: 400, last: 140) - 140) < 1e-3)
  }

  @Test func aJumpThatWiFiConfirmsIsBelieved() {
    #expect(abs(aided(wifi: 70, last: 80) - 80) < 1e-3)
  }
}
