import Testing

@testable import Analysis

@Suite struct GaugePredictionTests {
  @Test(arguments: [
    (0.0, 100.0), (4.4, 100), (4.89, 99.51), (4.91, 99.49), (5.89, 98.51), (47.3, 57.1), (104.39, 0.01), (150, 0),
  ])
  func staysFullUntilThePlateauIsUsed(drained: Double, level: Double) {
    #expect(abs(GaugePrediction.level(drained: drained, plateau: 4.4) - level) < 1e-9)
  }

  @Test func withoutPlateauItFallsAtOnce() {
    #expect(GaugePrediction.level(drained: 12.75, plateau: 0) == 87.25)
  }
}
