package import Estimation
package import FileFormats

/// An estimate that could not be made becomes bad input (exit code 65), with what to do about it.
package enum FitFailure {
  /// - Parameter unsettled: what to do where a search did not converge.
  package static func input(_ error: EstimationError, file: String?, unsettled: String? = nil) -> InputError {
    var remedy = remedy(error)
    if case .didNotConverge = error, let unsettled { remedy = unsettled }
    return InputError(file: file, message: "no fit: \(error.description)", remedy: remedy)
  }

  /// Runs an estimate and turns its error into one that names the file.
  package static func naming<Result>(
    _ file: String?, _ estimate: () throws(EstimationError) -> Result
  ) throws(InputError) -> Result {
    do {
      return try estimate()
    } catch {
      throw input(error, file: file)
    }
  }

  private static func remedy(_ error: EstimationError) -> String {
    switch error {
    case .tooFewSamples: "measure more, or widen what is selected"
    case .singularJacobian: "measure something that moves them apart, or fix one of them"
    case .parameterOnBound: "try a simpler model, or measure more"
    case .didNotConverge: "look at the data for outliers and mixed conditions, or try another model"
    case .gsl: "look at the data for values that are far off"
    case .badInput: "correct the input or the options"
    }
  }
}
