/// The foreground service of one app: a notification shows that it is at work.
struct ForegroundService {
  var isOn = false
  /// Begun while the app was in use, or by a version that does not tell the two apart.
  var begunInUse = false
}
