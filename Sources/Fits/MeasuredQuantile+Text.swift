package import Estimation
import Reports

extension MeasuredQuantile {
  /// The interval in metres, such as "3.1 to 5.2 m".
  package var intervalText: String {
    "\(low.map { FitNumber.text($0) } ?? "0") to \(high.map { "\(FitNumber.text($0)) m" } ?? "more than all")"
  }
}
