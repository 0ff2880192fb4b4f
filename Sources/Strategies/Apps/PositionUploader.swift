import LocationServices

/// Sends positions to a server as the policy says; does nothing without one.
final class PositionUploader {
  private let policy: UploadPolicy?
  private var pending = 0
  private var timer: Int?

  init(_ policy: UploadPolicy?) { self.policy = policy }

  func add(_ count: Int, host: AppHost) {
    guard let policy, count > 0 else { return }
    pending += count
    if pending >= policy.batchCount {
      send(host)
    } else if timer == nil, let interval = policy.batchInterval {
      timer = host.schedule(after: interval) { [weak self, weak host] in
        self?.timer = nil
        if let host { self?.send(host) }
      }
    }
  }

  private func send(_ host: AppHost) {
    guard let policy, pending > 0 else { return }
    if let timer { host.cancelTimer(timer) }
    timer = nil
    host.upload(bytes: Int64(pending) * policy.bytesPerFix, onWiFiOnly: policy.onWiFiOnly)
    pending = 0
  }
}
