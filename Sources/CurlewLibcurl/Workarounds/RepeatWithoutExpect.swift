/// libcurl repeats a request that was refused with 417, but includes the caller's `Expect` field again, so that the
/// server would refuse the repeat as well.
///
/// The field is removed from the list before the repeat. libcurl remembers the refusal for the handle's life: the
/// handle is not reused.
///
/// Seen with 7.88.1; active with every version, since the repeat must have no `Expect` with any of them.
///
/// It has no row in `LibcurlHazard`: only a program that sets the field itself is affected.
extension FieldList {
    /// Shortens the last line, which asks to continue, to `Expect:`, which makes curl omit the field.
    func dropExpect() {
        cutLastLine(after: "Expect:".utf8.count)
    }
}
