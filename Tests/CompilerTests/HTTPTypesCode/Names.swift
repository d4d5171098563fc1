// Without it, the names are written with their module.
import Curlew
import HTTPTypes

func path(of request: Curlew.HTTPRequest) -> String { request.path }

func fields(of response: Curlew.HTTPResponse) -> Curlew.HTTPFields { response.fields }

func served(_ fields: HTTPTypes.HTTPFields) -> HTTPTypes.HTTPField { HTTPTypes.HTTPField() }
