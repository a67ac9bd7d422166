import type { JsonSchema } from '@valibot/to-json-schema'

/** The groups of calls, as readers of the document show them. */
export type HostTag = 'Wallets' | 'Connect requests' | 'Joins' | 'Events'

/** The part of OpenAPI 3.1.0 that this project writes. */
export type OpenApiDocument = {
  openapi: '3.1.0'
  info: {
    title: string
    version: string
    description: string
    license: { name: string; identifier: string }
  }
  servers: { url: string }[]
  tags: { name: HostTag; description: string }[]
  paths: Record<string, Record<string, OpenApiOperation>>
  /** What the operator's code receives. */
  webhooks: Record<string, { post: OpenApiWebhook }>
  components: {
    schemas: Record<string, JsonSchema>
    securitySchemes: Record<string, { type: 'http'; scheme: string; description: string }>
  }
}

export type OpenApiOperation = {
  operationId: string
  tags: HostTag[]
  summary: string
  security: Record<string, string[]>[]
  parameters: Parameter[]
  requestBody?: { required: true; content: OpenApiContent }
  responses: Record<string, OpenApiResponse>
}

/** A call without a key: its signature says whose it is. */
export type OpenApiWebhook = Omit<OpenApiOperation, 'security'> & {
  security: []
  description: string
}

export type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: JsonSchema | boolean
}

export type OpenApiResponse = {
  description: string
  headers?: Record<string, { description: string; schema: JsonSchema }>
  content?: OpenApiContent
}

type OpenApiContent = Record<string, { schema: JsonSchema }>
