/// What a file of a sweep's results holds.
package enum SweepForm: Sendable, Hashable {
  /// All of it: the header, then a line for each row.
  case whole
  /// Items, each on a line of its own, to be merged; of a shard where one was asked for.
  case part(SweepShard?)
}
