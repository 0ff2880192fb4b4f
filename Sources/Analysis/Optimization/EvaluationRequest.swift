/// Runs that a search asks for: one point on several seeds.
package struct EvaluationRequest: Sendable, Hashable {
  package let point: SearchPoint
  package let seeds: Range<UInt64>
}
