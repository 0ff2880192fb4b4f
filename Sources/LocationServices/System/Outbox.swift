import Core

/// What follows from the apps' code, until the driver takes it after the event.
struct Outbox {
  /// Uploads that apps have asked for.
  var uploads: [LocationSystem.Upload] = []
  /// Processor time that apps have spent.
  var work: [(app: Int, span: TimeSpan)] = []
  /// Apps that were terminated over an open background task.
  var overruns: [Int] = []
  /// Locations handed to apps, in order, and how many callbacks brought them.
  var delivered: [Location] = []
  var deliveries = 0

  mutating func deliver(_ locations: [Location]) {
    deliveries += 1
    delivered += locations
  }

  mutating func takeUploads() -> [LocationSystem.Upload] {
    guard !uploads.isEmpty else { return [] }
    defer { uploads.removeAll(keepingCapacity: true) }
    return uploads
  }

  mutating func takeWork() -> [(app: Int, span: TimeSpan)] {
    defer { work.removeAll(keepingCapacity: true) }
    return work
  }

  mutating func takeOverruns() -> [Int] {
    defer { overruns.removeAll() }
    return overruns
  }

  mutating func forgetDelivered() {
    if !delivered.isEmpty { delivered.removeAll(keepingCapacity: true) }
    deliveries = 0
  }
}
