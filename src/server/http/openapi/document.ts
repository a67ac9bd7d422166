import type { JsonSchema } from '@valibot/to-json-schema'

/** As much of OpenAPI 3.1.0 as this project writes. */
export type OpenApiDocument = {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, JsonSchema>
    securitySchemes: Record<string, { type: 'http'; scheme: string; description: string }>
  }
}

export type Operation = {
  operationId: string
  tags: string[]
  summary: string
  security: Record<string, string[]>[]
  parameters: Parameter[]
  requestBody?: { required: true; content: Content }
  responses: Record<string, Answer>
}

export type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: JsonSchema | boolean
}

export type Answer = {
  description: string
  headers?: Record<string, { description: string; schema: JsonSchema }>
  content?: Content
}

type Content = Record<string, { schema: JsonSchema }>
