import type { JsonSchema } from '@valibot/to-json-schema'

/** The part of OpenAPI 3.1.0 that this project writes. */
export type OpenApiDocument = {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  tags: { name: string }[]
  paths: Record<string, Record<string, OpenApiOperation>>
  components: {
    schemas: Record<string, JsonSchema>
    securitySchemes: Record<string, { type: 'http'; scheme: string; description: string }>
  }
}

export type OpenApiOperation = {
  operationId: string
  tags: string[]
  summary: string
  security: Record<string, string[]>[]
  parameters: Parameter[]
  requestBody?: { required: true; content: OpenApiContent }
  responses: Record<string, OpenApiResponse>
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
