import DeviceModel
import FileFormats

/// Reads `correlations`: a list of `{between: [KEY, KEY], value: 0.4, source: "..."}`.
enum CorrelationReader {
  static func correlations(_ yaml: YAMLValue, keys: [String]) throws(InputError) -> [Correlation] {
    var result: [Correlation] = []
    for item in try yaml.sequence() {
      var mapping = try item.mapping(allowing: ["between", "value", "source"])
      let between = try mapping.required("between")
      let names = try between.sequence()
      guard names.count == 2 else {
        throw between.error("a correlation is between two keys, not \(names.count)", remedy: "write [KEY, KEY]")
      }
      let first = try names[0].choice(of: keys)
      let second = try names[1].choice(of: keys)
      let value = try mapping.required("value").number(in: -1...1)
      result.append(
        Correlation(between: first, second, value: value, source: try mapping.required("source").string()))
    }
    return result
  }
}
