public typealias CLLocationDegrees = Double
/// Metres.
public typealias CLLocationDistance = Double
/// Metres.
public typealias CLLocationAccuracy = Double
/// Metres per second.
public typealias CLLocationSpeed = Double
public typealias CLLocationSpeedAccuracy = Double
/// Degrees from north.
public typealias CLLocationDirection = Double
public typealias CLLocationDirectionAccuracy = Double

public let kCLLocationAccuracyBestForNavigation: CLLocationAccuracy = -2
public let kCLLocationAccuracyBest: CLLocationAccuracy = -1
public let kCLLocationAccuracyNearestTenMeters: CLLocationAccuracy = 10
public let kCLLocationAccuracyHundredMeters: CLLocationAccuracy = 100
public let kCLLocationAccuracyKilometer: CLLocationAccuracy = 1_000
public let kCLLocationAccuracyThreeKilometers: CLLocationAccuracy = 3_000
/// The approximate area only.
public let kCLLocationAccuracyReduced: CLLocationAccuracy = 6_380_000

public let kCLDistanceFilterNone: CLLocationDistance = -1
// swift-format-ignore: AlwaysUseLowerCamelCase
public let CLLocationDistanceMax: CLLocationDistance = .greatestFiniteMagnitude
// swift-format-ignore: AlwaysUseLowerCamelCase
public let CLTimeIntervalMax: Double = .greatestFiniteMagnitude
public let kCLErrorDomain = "kCLErrorDomain"

public let kCLLocationCoordinate2DInvalid = CLLocationCoordinate2D(latitude: -180, longitude: -180)
