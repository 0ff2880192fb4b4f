/// Runs that a search asks for: one point on several seeds.
public struct EvaluationRequest: Sendable, Hashable {
  public let point: SearchPoint
  public let seeds: Range<UInt64>

  public init(point: SearchPoint, seeds: Range<UInt64>) {
    self.point = point
    self.seeds = seeds
  }
}
