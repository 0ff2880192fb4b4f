import GeoJouleCLI

/// `geojoule`.
@main
enum Program {
  static func main() async { await EntryPoint.main() }
}
