/// The requests of the fused location provider of all apps, each app's in the order in which they were made.
struct FusedRequests {
  private var ofApps: [[FusedRequestState]]
  /// There are any; cheaper to ask than to look.
  private(set) var areAny = false

  init(apps: Int) { ofApps = Array(repeating: [], count: apps) }

  subscript(app: Int) -> [FusedRequestState] {
    _read { yield ofApps[app] }
    _modify { yield &ofApps[app] }
  }

  /// - Returns: the request's place among the app's.
  mutating func append(_ request: FusedRequestState, of app: Int) -> Int {
    ofApps[app].append(request)
    areAny = true
    return ofApps[app].count - 1
  }

  /// Forgets the requests of an app that have brought all they were for.
  ///
  /// - Returns: whether there were any.
  mutating func removeSpent(of app: Int) -> Bool {
    let count = ofApps[app].count
    ofApps[app].removeAll { $0.updatesLeft <= 0 }
    return ofApps[app].count != count
  }

  var isEmpty: Bool { ofApps.allSatisfy(\.isEmpty) }

  /// Looks whether there are any left.
  mutating func update() { areAny = !isEmpty }
}
