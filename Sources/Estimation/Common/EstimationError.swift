/// Why an estimate could not be made. Nothing in Estimation returns a number that a fit did not earn.
package enum EstimationError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The search ended without reaching its goal.
  case didNotConverge(iterations: Int, reason: String)
  /// The data do not tell these parameters apart.
  case singularJacobian(parameters: [String])
  case tooFewSamples(have: Int, need: Int)
  /// The best value lies on the edge of the permitted range, where the other parameters lose their meaning.
  case parameterOnBound(name: String, bound: Double)
  /// A status of the GNU Scientific Library, in its own words.
  case gsl(status: String)
  /// The input cannot be used; says which value and what would do.
  case badInput(String)

  package var description: String {
    switch self {
    case .didNotConverge(let iterations, let reason): "no convergence after \(iterations) iterations: \(reason)"
    case .singularJacobian(let parameters):
      "the data cannot tell these parameters apart: \(parameters.joined(separator: ", "))"
    case .tooFewSamples(let have, let need): "\(have) samples, at least \(need) are needed"
    case .parameterOnBound(let name, let bound): "\(name) lies on its bound \(bound)"
    case .gsl(let status): "GSL: \(status)"
    case .badInput(let text): text
    }
  }
}
