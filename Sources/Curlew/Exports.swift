// `Curlew` is a user's only import: it re-exports what it shares with the transports.
@_exported public import CurlewTransport
