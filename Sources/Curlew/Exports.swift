// `Curlew` is a user's only import: what it shares with the transports comes along.
@_exported public import CurlewTransport
