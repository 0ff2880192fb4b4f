import Estimation
import Testing

/// Shares of the way and stays by radio access, by hand.
@Suite struct AccessWayFitTests {
  /// Points at 1 s and the given metres; each part is an access and the metres of its steps.
  private func drive(_ parts: [(access: Int?, steps: [Double])], pauseAfter: Int? = nil) -> [DrivePoint] {
    var (time, distance) = (0.0, 0.0)
    var points: [DrivePoint] = []
    for (index, part) in parts.enumerated() {
      for step in part.steps {
        points.append(DrivePoint(time: time, distance: distance, access: part.access))
        (time, distance) = (time + 1, distance + step)
      }
      if index == pauseAfter { time += 100 }
    }
    points.append(DrivePoint(time: time, distance: distance, access: parts.last?.access))
    return points
  }

  @Test func sharesStaysAndFollowersByHand() throws {
    // 300 m on 3, 70 m on 2, 130 m on 5, 100 m on 3: three changes.
    let fit = try AccessWayFit(
      [drive([(3, [100, 200]), (2, [70]), (5, [130]), (3, [100])])], accesses: [2, 3, 5])
    #expect(fit.metres == 600 && fit.drives == 1)
    #expect(fit.accesses.map(\.access) == [3, 5, 2])
    let (main, five, two) = (fit.accesses[0], fit.accesses[1], fit.accesses[2])
    #expect(main.metres == 400 && main.share == 400.0 / 600 && main.stays == 1 && main.stay == 400)
    #expect(five.stay == 130 && five.stayError == 130 && two.stay == 70)
    #expect(main.exits == [2: 1] && two.exits == [5: 1] && five.exits == [3: 1])
    #expect(two.share(of: 5)?.value == 1 && two.share(of: 3) == nil)
    // 2 p (1 - p)^2 m / L.
    let p = 130.0 / 600
    #expect(abs(five.shareError - (2 * p * (1 - p) * (1 - p) * 130 / 600).squareRoot()) < 1e-12)
  }

  @Test func pausesAndOtherRowsAreNoStays() throws {
    let fit = try AccessWayFit(
      [drive([(3, [150, 150]), (nil, [40]), (0, [60]), (3, [110]), (2, [90])], pauseAfter: 3)], accesses: [2, 3])
    // The way through what is not told apart belongs to the access before it; the pause hides the last change.
    #expect(fit.accesses.map(\.access) == [3, 2])
    #expect(fit.accesses[0].metres == 400 && fit.accesses[0].stays == 0 && fit.accesses[0].stay == nil)
    #expect(fit.accesses[0].stayError == nil)
  }

  @Test func drivesThatDifferWidenTheErrors() throws {
    func town(_ share: Double) -> [DrivePoint] {
      drive((0..<10).flatMap { _ in [(3, [1000 * (1 - share)]), (2, [1000 * share])] })
    }
    let alike = try AccessWayFit([town(0.3), town(0.3), town(0.3)], accesses: [2, 3])
    let apart = try AccessWayFit([town(0.1), town(0.3), town(0.5)], accesses: [2, 3])
    #expect(abs(alike.accesses[1].share - 0.3) < 1e-12 && abs(apart.accesses[1].share - 0.3) < 1e-12)
    // Left out in turn: 0.4, 0.3, 0.2; the jackknife gives sqrt(2/3 x 0.02).
    #expect(abs(apart.accesses[1].shareError - (2.0 / 3 * 0.02).squareRoot()) < 1e-9)
    #expect(alike.accesses[1].shareError < apart.accesses[1].shareError)
    #expect(throws: EstimationError.self) { try AccessWayFit([self.drive([(3, [50])])], accesses: [3]) }
  }
}
