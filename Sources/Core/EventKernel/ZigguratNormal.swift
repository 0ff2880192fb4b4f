import RealModule

/// Standard normal numbers by the ziggurat of Marsaglia and Tsang, "The Ziggurat Method for Generating Random
/// Variables", Journal of Statistical Software 5, 2000, with 256 layers and one 64-bit number per draw: the low 8
/// bits choose the layer, the upper 53 the position (Doornik's remark of 2005 on keeping the two apart).
@usableFromInline package struct ZigguratNormal: Sendable {
  // Start of the tail and area of each layer, for 256 layers.
  private static let tailStart = 3.654152885361009
  private static let layerArea = 0.00492867323399

  /// `edges[i]` is the right edge of layer i; `edges[256]` is 0.
  @usableFromInline let edges: [Double]
  /// The density at each edge.
  @usableFromInline let heights: [Double]

  /// The tables are the same for everyone; use this one.
  package static let standard = ZigguratNormal()

  private init() {
    func density(_ x: Double) -> Double { Double.exp(-0.5 * x * x) }
    var edges = [Double](repeating: 0, count: 257)
    edges[0] = Self.layerArea / density(Self.tailStart)
    edges[1] = Self.tailStart
    for index in 2..<256 {
      edges[index] = (-2 * Double.log(Self.layerArea / edges[index - 1] + density(edges[index - 1]))).squareRoot()
    }
    (self.edges, heights) = (edges, edges.map(density))
  }

  @inlinable @inline(__always)
  package func next(_ generator: inout Xoshiro256PlusPlus) -> Double {
    let bits = generator.next()
    let layer = Int(bits & 255)
    var x = Double(Int64(bitPattern: bits) >> 11) * 0x1p-52 * edges[layer]
    if abs(x) >= edges[layer + 1] { (x, generator) = rare(layer, x, generator) }
    return x
  }

  // About one draw in a hundred falls outside the layer's rectangle. The generator by value can stay in registers.
  @usableFromInline @inline(never)
  func rare(_ layer: Int, _ x: Double, _ generator: Xoshiro256PlusPlus) -> (Double, Xoshiro256PlusPlus) {
    var (layer, x, generator) = (layer, x, generator)
    while true {
      if layer == 0 {
        var (a, b) = (0.0, 0.0)
        repeat {
          a = -Double.log(generator.uniform()) / Self.tailStart
          b = -Double.log(generator.uniform())
        } while b + b < a * a
        return (x < 0 ? -(Self.tailStart + a) : Self.tailStart + a, generator)
      }
      let height = heights[layer] + generator.uniform() * (heights[layer + 1] - heights[layer])
      if height < Double.exp(-0.5 * x * x) { return (x, generator) }
      let bits = generator.next()
      layer = Int(bits & 255)
      x = Double(Int64(bitPattern: bits) >> 11) * 0x1p-52 * edges[layer]
      if abs(x) < edges[layer + 1] { return (x, generator) }
    }
  }
}
