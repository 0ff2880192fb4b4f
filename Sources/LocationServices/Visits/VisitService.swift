/// Visit monitoring of one app; it outlives the app's process.
struct VisitService {
  let serial: Int
  let isServed: Bool
  /// The manager that asked in this process.
  var manager: Int?
}
