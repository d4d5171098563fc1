extension ConformanceDeviation {
    /// The deviations of the transports of this package.
    package static let known: [ConformanceDeviation] = []
}
