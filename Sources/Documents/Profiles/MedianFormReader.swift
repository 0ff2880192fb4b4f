import DeviceModel
import FileFormats

/// Reads a log-normal time in the form
/// `{median: 1.5 s, log_deviation: 0.5, range: [0.5 s, 20 s], distribution: lognormal, trust: ..., source: "..."}`.
///
/// It stands for two parameters: `<key>.median`, whose range is that of the times, and `<key>.log_deviation`, how much
/// the logarithm varies from attempt to attempt. An optional `deviation` says how the median varies between devices.
struct MedianFormReader {
  let median: ParameterSchema
  let logDeviation: ParameterSchema

  func values(_ yaml: YAMLValue) throws(InputError) -> (median: ProfileValue, logDeviation: ProfileValue) {
    var mapping = try yaml.mapping(
      allowing: ["median", "log_deviation", "deviation", "range", "distribution", "trust", "source"])
    let reader = ProfileValueReader(schema: median)
    _ = try mapping.required("distribution").choice(of: [ProfileValue.Distribution.lognormal.rawValue])
    let middle = try reader.number(try mapping.required("median"), in: median.validRange)
    let spread = try mapping.required("log_deviation").number(in: logDeviation.validRange)
    var deviation = 0.0
    if let given = mapping.optional("deviation") {
      deviation = try reader.deviation(given, ofMean: middle, isLogNormal: true)
    }
    let range = try reader.range(try mapping.required("range"))
    let (trust, source) = try ProfileValueReader.provenance(&mapping)
    return (
      ProfileValue(
        mean: middle, deviation: deviation, range: range, distribution: .lognormal, trust: trust, source: source),
      ProfileValue(
        mean: spread, deviation: 0, range: spread...spread, distribution: .fixed, trust: trust, source: source)
    )
  }
}
