/// What a cellular radio hears.
package enum RadioCoverage: UInt8, CaseIterable, Sendable { case good, weak, none }
