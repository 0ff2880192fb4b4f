// One import gives the whole library.
@_exported public import Analysis
@_exported public import DeviceModel
@_exported public import Documents
@_exported public import FileFormats
@_exported public import LocationServices
@_exported public import Core
@_exported public import Simulation
@_exported public import Strategies
@_exported public import World

/// This version of GeoJoule, as reports state it.
public enum GeoJouleVersion {
  /// Major, minor and patch.
  public static let text = "0.1.0"
}
