import DeviceModel
import World
@testable import LocationServices

extension RecordingApp {
  /// A fused request that is written down here.
  @discardableResult
  func request(_ request: FusedLocationRequest, _ host: AppHost) -> (client: FusedLocationProviderClient, request: Int)
  {
    let client = host.makeFusedLocationClient()
    keep.append(client)
    let identifier = client.requestLocationUpdates(request) { [unowned self] locations in
      journal.note("\(locations.count) locations", at: now, locations)
    }
    return (client, identifier)
  }
}

extension Bench {
  /// An Android phone whose app the user opened at the start, with one request.
  static func android(
    _ platform: Platform, _ request: FusedLocationRequest, motion: MotionClass = .automotive,
    chipCapacity: Int = 300, service: Bool = false, authorization: Authorization = .always,
    accuracy: AccuracyAuthorization = .full
  ) -> Bench {
    .opened(
      authorization: authorization, accuracy: accuracy, platform: platform, chipCapacity: chipCapacity, motion: motion
    ) { app, host in
      if service { host.startForegroundService() }
      app.request(request, host)
    }
  }

  /// The same on the newest version.
  static func android(
    _ request: FusedLocationRequest, motion: MotionClass = .automotive, chipCapacity: Int = 300, service: Bool = false,
    authorization: Authorization = .always, accuracy: AccuracyAuthorization = .full
  ) -> Bench {
    android(
      .android12, request, motion: motion, chipCapacity: chipCapacity, service: service, authorization: authorization,
      accuracy: accuracy)
  }
}
