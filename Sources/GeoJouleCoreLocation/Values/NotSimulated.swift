// Names of Core Location that GeoJoule does not simulate: using them is an error that says so.

@available(*, unavailable, message: "GeoJoule simulates no compass")
public final class CLHeading {}
@available(*, unavailable, message: "beacons of a simulated day have names: use GeoJoule's BeaconRegion")
public final class CLBeaconRegion {}
@available(*, unavailable, message: "GeoJoule simulates no ranging of beacons")
public final class CLBeacon {}
@available(*, unavailable, message: "GeoJoule simulates no ranging of beacons")
public final class CLBeaconIdentityConstraint {}
@available(*, unavailable, message: "this module has no geocoder: use GeoJoule's, which AppHost makes")
public final class CLGeocoder {}
@available(*, unavailable, message: "this module has no geocoder: use GeoJoule's, which AppHost makes")
public final class CLPlacemark {}
