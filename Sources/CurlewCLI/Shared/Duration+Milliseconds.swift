extension Duration {
    /// Milliseconds to three places.
    var roundedMilliseconds: Double { (self / .microseconds(1)).rounded() / 1000 }
}
