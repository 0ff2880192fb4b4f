import LocationServices
import Core
package import Strategies

/// Writes a strategy with every value it runs with, in the form that `StrategyReader` reads.
package enum StrategyWriter {
  package static func text(of strategy: StrategySpecification) -> String {
    var lines = [
      "name: \(ProfileWriter.scalar(strategy.name))", "summary: \(ProfileWriter.quoted(strategy.summary))",
      "kind: \(strategy.kind)", "use: \(strategy.use.rawValue)", "system: \(strategy.platform.name)",
      "authorization: \(strategy.authorization.rawValue)", "accuracy: \(strategy.accuracy.rawValue)",
    ]
    if let sdk = Platform.ios.first(where: { $0.version == strategy.linkedSDK }) { lines.append("sdk: \(sdk.name)") }
    if !strategy.hasLocationBackgroundMode { lines.append("background_mode: false") }
    if strategy.requiresServiceSession { lines.append("explicit_service_session: true") }
    let known = StrategyRegistry.kind(named: strategy.kind)?.parameters ?? []
    if !known.isEmpty { lines.append("parameters:") }
    for parameter in known {
      let value = text(strategy.parameters[parameter.key] ?? parameter.standard)
      lines.append("  \(parameter.key): \(value)  # \(parameter.summary)")
    }
    if let program = strategy.composite { lines += CompositeWriter.lines(of: program) }
    if let upload = strategy.upload {
      lines.append("upload:")
      if upload.batchCount != .max { lines.append("  batch_count: \(upload.batchCount)") }
      if let interval = upload.batchInterval { lines.append("  batch_interval: \(seconds(interval))") }
      lines.append("  wifi_only: \(upload.onWiFiOnly)")
      lines.append("  size_per_fix: \(upload.bytesPerFix) B")
    }
    if let note = strategy.note { lines.append("note: \(ProfileWriter.quoted(note))") }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func text(_ value: StrategyValue) -> String {
    switch value {
    case .distance(let metres): metres.isFinite ? "\(DecimalText.exact(metres)) m" : "none"
    case .time(let seconds): seconds.isFinite ? self.seconds(seconds) : "none"
    case .flag(let flag): flag ? "true" : "false"
    case .choice(let word): word
    }
  }

  private static func seconds(_ value: Double) -> String { "\(DecimalText.exact(value)) s" }
}
