import 'openapi-explorer'
