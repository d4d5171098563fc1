extension RequestBody {
    /// Texts, bytes and files as an HTML form with files sends them (`multipart/form-data`), in order.
    ///
    ///     .multipart([.text("title", "Ada"), .file("portrait", path: "ada.jpg", contentType: "image/jpeg")])
    ///
    /// Files are read while they are sent, the whole length is said up front, and the body can be sent again. The boundary
    /// is random and in no part that is in memory.
    public static func multipart(_ parts: [MultipartPart]) -> Self {
        let form = MultipartForm(parts)
        return Self(content: .multipart(form), contentType: form.contentType)
    }
}
