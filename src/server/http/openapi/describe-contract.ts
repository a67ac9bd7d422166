import type * as v from 'valibot'
import { noBody } from '#shared/api/endpoint.ts'
import type { OpenApiResponse, OpenApiOperation, Parameter } from './document.ts'
import { getJsonSchema } from './json-schema.ts'

/** `/v1/users/:telegramId` as OpenAPI writes it: `/v1/users/{telegramId}`. */
export function templatedPath(path: string): string {
  return path.replaceAll(/:(\w+)/g, '{$1}')
}

/** One parameter for each entry of an object schema. */
export function describeParameters(schema: v.GenericSchema, place: 'path' | 'query'): Parameter[] {
  const { properties = {}, required = [] } = getJsonSchema(schema, 'input')
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema,
  }))
}

export function describeBody(schema: v.GenericSchema): Pick<OpenApiOperation, 'requestBody'> {
  if (schema === noBody) return {}
  const content = { 'application/json': { schema: getJsonSchema(schema, 'input') } }
  return { requestBody: { required: true, content } }
}

const SUCCESS: Record<number, string> = {
  200: 'The answer',
  201: 'Made',
  202: 'Taken on, not yet done',
  204: 'Done',
}

/** @param schema null where the answer is only a status */
export function describeSuccess(status: number, schema: v.GenericSchema | null): OpenApiResponse {
  const description = SUCCESS[status] ?? 'Done'
  if (schema === null) return { description }
  return {
    description,
    content: { 'application/json': { schema: getJsonSchema(schema, 'output') } },
  }
}
