/// What the system believes about a region: `CLRegionState`.
public enum RegionState: Sendable, Hashable {
  case unknown, inside, outside
}
