import Core
import Testing

@testable import World

@Suite struct StepFunctionTests {
  /// 1 until 5 s, 2 until 8 s, then 1.
  @Test func spansEndWithTheTimeThatIsAskedFor() {
    var steps = StepFunction(1)
    steps.append(2, from: .seconds(5))
    steps.append(1, from: .seconds(8))
    func spans(_ end: Double) -> [[Double]] {
      steps.spans(until: .seconds(end)).map {
        [$0.span.lowerBound.seconds, $0.span.upperBound.seconds, Double($0.value)]
      }
    }
    #expect(spans(10) == [[0, 5, 1], [5, 8, 2], [8, 10, 1]])
    #expect(spans(6) == [[0, 5, 1], [5, 6, 2]])
    #expect(spans(5) == [[0, 5, 1]] && spans(0) == [])
  }
}
