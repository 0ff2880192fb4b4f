/// Watches conditions and tells one consumer of their changes: `CLMonitor` on a simulated clock.
///
/// Its conditions belong to its name and outlive the process: a monitor of the same name made after a relaunch still has
/// them. Made by `AppHost.makeMonitor(_:)`; exists since iOS 17.
public final class ConditionMonitor {
  /// A second consumer of the events asked for them.
  public struct ConsumerExists: Error {}

  /// Monitors of one name in an app are one monitor.
  public let name: String
  private var host: AppHost?
  var consumer: ((MonitorEvent) -> Void)?

  init(name: String, host: AppHost) {
    self.name = name
    self.host = host
  }

  /// Watches a condition under a name of the app's own; another one of this name is replaced.
  ///
  /// - Parameter state: what the app takes for granted. With `unknown` the first event says what is.
  public func add(_ condition: MonitorCondition, identifier: String, assuming state: MonitorEvent.State = .unknown) {
    host?.post(
      .service(RegionService.Command.addCondition(condition, identifier: identifier, monitor: name, assuming: state)))
  }
  /// Stops watching the condition of this name.
  public func remove(_ identifier: String) {
    host?.post(.service(RegionService.Command.removeCondition(identifier, monitor: name)))
  }

  /// Has `consumer` called for each event: those that wait and those that come. There can be one consumer only.
  ///
  /// - Throws: `ConsumerExists` for a second one.
  public func consumeEvents(_ consumer: @escaping (MonitorEvent) -> Void) throws(ConsumerExists) {
    guard self.consumer == nil else { throw ConsumerExists() }
    self.consumer = consumer
    host?.post(.receiverAdded)
  }
}
