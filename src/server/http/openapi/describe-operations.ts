import { type HostProblemCode, HOST_PROBLEMS } from '#shared/host-problem.ts'
import type { OpenApiResponse, OpenApiOperation, Parameter } from './document.ts'
import type { HostOperation, AppOperation } from './operations.ts'
import type * as v from 'valibot'
import { noBody } from '#shared/api/endpoint.ts'
import { getJsonSchema } from './json-schema.ts'
import { type ProblemCode, PROBLEMS } from '#shared/problem.ts'
import { IdSchema } from '../route.ts'
import { PROBLEM_LINES } from '../../log/problem-lines.ts'

/** Problems that every call can have. */
const HOST_ALWAYS: readonly HostProblemCode[] = [
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

export function describeHostOperation(
  operationId: string,
  { endpoint, tag, summary, problems = [] }: HostOperation,
): OpenApiOperation {
  const { method, scope, params, query, request, response, status } = endpoint
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
      ...describeHostProblems([...HOST_ALWAYS, ...(isWrite ? ON_WRITES : []), ...problems]),
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

function describeBody(schema: v.GenericSchema): Pick<OpenApiOperation, 'requestBody'> {
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
function describeSuccess(status: number, schema: v.GenericSchema | null): OpenApiResponse {
  const description = SUCCESS[status] ?? 'Done'
  if (schema === null) return { description }
  return {
    description,
    content: { 'application/json': { schema: getJsonSchema(schema, 'output') } },
  }
}

type Credentials = NonNullable<AppOperation['credentials']>

const SECURITY: Record<Credentials, OpenApiOperation['security']> = {
  session: [{ session: [] }],
  'init-data': [{ initData: [] }],
  'in-body': [],
}

/** Problems that every call can have. */
const APP_ALWAYS: readonly ProblemCode[] = [
  'body-too-large',
  'rate-limited',
  'internal',
  'maintenance',
]
const IN_SESSION: readonly ProblemCode[] = [
  'bad-request',
  'session-missing',
  'session-expired',
  'session-limited',
]

export function describeAppOperation(
  operationId: string,
  { endpoint, tag, summary, ...rest }: AppOperation,
): OpenApiOperation {
  const { path, request, response } = endpoint
  const { credentials = 'session', problems = [] } = rest
  const { success = [response === null ? 204 : 200] } = rest
  const codes = [...APP_ALWAYS, ...(credentials === 'session' ? IN_SESSION : []), ...problems]
  return {
    operationId,
    tags: [tag],
    summary,
    security: SECURITY[credentials],
    parameters: path.includes(':id') ? [describeId(endpoint)] : [],
    ...describeBody(request),
    responses: {
      ...Object.fromEntries(success.map((status) => [status, describeSuccess(status, response)])),
      ...describeProblems(codes),
    },
  }
}

function describeId({ id = IdSchema }: AppOperation['endpoint']): Parameter {
  return { name: 'id', in: 'path', required: true, schema: getJsonSchema(id, 'input') }
}

type ProblemTableRow = { code: string; status: number; text: string }

function describeHostProblems(codes: readonly HostProblemCode[]): Record<string, OpenApiResponse> {
  const rows = codes.map((code) => {
    const { status, title } = HOST_PROBLEMS[code]
    return { code, status, text: title }
  })
  return describe(rows, 'HostProblem')
}

function describeProblems(codes: readonly ProblemCode[]): Record<string, OpenApiResponse> {
  const rows = codes.map((code) => {
    const { status } = PROBLEMS[code]
    return { code, status, text: PROBLEM_LINES[code] }
  })
  return describe(rows, 'Problem')
}

/** One response per status, with the codes that it can have. */
function describe(
  rows: readonly ProblemTableRow[],
  component: string,
): Record<string, OpenApiResponse> {
  const statuses = [...new Set(rows.map(({ status }) => status))]
  return Object.fromEntries(
    statuses.map((status) => [
      String(status),
      describeStatus(
        rows.filter((row) => row.status === status),
        component,
      ),
    ]),
  )
}

function describeStatus(rows: readonly ProblemTableRow[], component: string): OpenApiResponse {
  const schema = {
    $ref: `#/components/schemas/${component}`,
    properties: { code: { enum: rows.map(({ code }) => code) } },
  }
  const response = {
    description: rows.map(({ code, text }) => `\`${code}\`: ${text}`).join('\n'),
    content: { 'application/problem+json': { schema } },
  }
  return rows.some(({ code }) => SAYS_WHEN.has(code))
    ? { ...response, headers: RETRY_AFTER }
    : response
}

/** Problems whose answer says how long to wait. */
const SAYS_WHEN: ReadonlySet<string> = new Set<ProblemCode | HostProblemCode>([
  'rate-limited',
  'busy',
  'too-many-attempts',
  'membership-unknown',
  'share-failed',
  'idempotency-key-busy',
  'ton-chain-unreachable',
  'ton-chain-disagreement',
  'evm-chain-unreachable',
])

const RETRY_AFTER = {
  'Retry-After': {
    description: 'Seconds until the same request is worth sending again.',
    schema: { type: 'integer', minimum: 1 },
  },
} satisfies OpenApiResponse['headers']
