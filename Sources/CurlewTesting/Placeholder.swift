import Curlew
