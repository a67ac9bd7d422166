import { type HostProblemCode, HOST_PROBLEMS } from '#shared/host-problem.ts'
import type { OpenApiResponse, OpenApiOperation, Parameter } from './document.ts'
import type { HostOperation } from './operations.ts'
import type * as v from 'valibot'
import { USUAL_STATUS } from '#shared/api/host/host-endpoint.ts'
import { getJsonSchema } from './json-schema.ts'

/** Problems that every call can have. */
const ALWAYS: readonly HostProblemCode[] = [
  'bad-request',
  'key-missing',
  'key-invalid',
  'scope-missing',
  'body-too-large',
  'rate-limited',
  'internal',
  'maintenance',
]
const ON_WRITES: readonly HostProblemCode[] = [
  'idempotency-key-malformed',
  'idempotency-key-reused',
  'idempotency-key-busy',
]

const IDEMPOTENCY_KEY: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A request that is repeated under its key within a day has its effect once, also when the server stopped before it answered.',
  schema: { type: 'string', pattern: String.raw`^[\x20-\x7e]{1,255}$` },
}
const REPLAYED: OpenApiResponse['headers'] = {
  'Idempotent-Replayed': {
    description: 'The answer is that of the first request under this Idempotency-Key.',
    schema: { const: 'true' },
  },
}

export function describeOperation(
  operationId: string,
  { endpoint, tag, summary, problems = [] }: HostOperation,
): OpenApiOperation {
  const { method, scope, params, query, request, response, status = USUAL_STATUS } = endpoint
  const isWrite = method !== 'GET'
  const success = describeSuccess(status, response)
  return {
    operationId,
    tags: [tag],
    summary,
    security: [{ apiKey: [scope] }],
    parameters: [
      ...describeParameters(params, 'path'),
      ...describeParameters(query, 'query'),
      ...(isWrite ? [IDEMPOTENCY_KEY] : []),
    ],
    ...describeBody(request),
    responses: {
      [status]: isWrite ? { ...success, headers: REPLAYED } : success,
      ...describeProblems([...ALWAYS, ...(isWrite ? ON_WRITES : []), ...problems]),
    },
  }
}

/** `/v1/users/:telegramId` as OpenAPI writes it: `/v1/users/{telegramId}`. */
export function templatedPath(path: string): string {
  return path.replaceAll(/:(\w+)/g, '{$1}')
}

/** One parameter for each entry of an object schema. */
function describeParameters(schema: v.GenericSchema, place: 'path' | 'query'): Parameter[] {
  const { properties = {}, required = [] } = getJsonSchema(schema, 'input')
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema,
  }))
}

function describeBody(schema: v.GenericSchema | undefined): Pick<OpenApiOperation, 'requestBody'> {
  if (schema === undefined) return {}
  const content = { 'application/json': { schema: getJsonSchema(schema, 'input') } }
  return { requestBody: { required: true, content } }
}

const SUCCESS: Record<number, string> = {
  200: 'The answer',
  201: 'Made',
  202: 'Taken on, not yet done',
  204: 'Done',
}

/** @param schema undefined where the answer is only a status */
function describeSuccess(status: number, schema: v.GenericSchema | undefined): OpenApiResponse {
  const description = SUCCESS[status] ?? 'Done'
  if (schema === undefined) return { description }
  return {
    description,
    content: { 'application/json': { schema: getJsonSchema(schema, 'output') } },
  }
}

/** One response per status, with the codes that it can have. */
function describeProblems(codes: readonly HostProblemCode[]): Record<string, OpenApiResponse> {
  const statuses = [...new Set(codes.map((code) => HOST_PROBLEMS[code].status))]
  return Object.fromEntries(
    statuses.map((status) => [
      String(status),
      describeStatus(codes.filter((code) => HOST_PROBLEMS[code].status === status)),
    ]),
  )
}

function describeStatus(codes: readonly HostProblemCode[]): OpenApiResponse {
  const schema = {
    $ref: '#/components/schemas/HostProblem',
    properties: { code: { enum: [...codes] } },
  }
  const response = {
    description: codes.map((code) => `\`${code}\`: ${HOST_PROBLEMS[code].title}`).join('\n'),
    content: { 'application/problem+json': { schema } },
  }
  return codes.some((code) => SAYS_WHEN.has(code))
    ? { ...response, headers: RETRY_AFTER }
    : response
}

/** Problems whose answer says how long to wait. */
const SAYS_WHEN: ReadonlySet<HostProblemCode> = new Set([
  'rate-limited',
  'idempotency-key-busy',
  'telegram-unreachable',
])

const RETRY_AFTER = {
  'Retry-After': {
    description: 'Seconds until the same request is worth sending again.',
    schema: { type: 'integer', minimum: 1 },
  },
} satisfies OpenApiResponse['headers']
