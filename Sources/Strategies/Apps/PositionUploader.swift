import LocationServices

/// What an app does with its positions: `handling_time` of its own work for each delivery, where its kind has that, and
/// sending them to a server as the policy says; without a policy nothing is sent.
final class PositionUploader {
  /// Read for each delivery.
  private let handlingTime: Double
  private let policy: UploadPolicy?
  private var pending = 0
  private var timer: Int?

  /// `nil` where a delivery makes no work and nothing is sent.
  init?(_ settings: StrategySettings) {
    handlingTime = settings.number(StrategyParameter.handlingTime.key)
    policy = settings.upload
    if handlingTime <= 0, policy == nil { return nil }
  }

  /// Takes a delivery.
  func handle(_ locations: [Location], host: AppHost) {
    host.work(for: handlingTime)
    add(locations.count, host: host)
  }

  /// Takes positions without any work on them.
  func add(_ count: Int, host: AppHost) {
    guard let policy, count > 0 else { return }
    pending += count
    if pending >= policy.batchCount {
      send(host)
    } else if timer == nil, let interval = policy.batchInterval {
      // The host keeps this closure, and so outlives it.
      let due = { [weak self, unowned host] in
        self?.timer = nil
        self?.send(host)
      }
      timer = host.isOnAndroid ? host.setAlarm(after: interval, due) : host.schedule(after: interval, due)
    }
  }

  func send(_ host: AppHost) {
    guard let policy, pending > 0 else { return }
    if let timer { host.cancelTimer(timer) }
    timer = nil
    host.upload(bytes: Int64(pending) * policy.bytesPerFix, onWiFiOnly: policy.onWiFiOnly)
    pending = 0
  }
}
