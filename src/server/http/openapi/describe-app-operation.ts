import type { ProblemCode } from '#shared/problem.ts'
import { IdSchema } from '../route.ts'
import { describeBody, describeSuccess } from './describe-contract.ts'
import { describeProblems } from './describe-problems.ts'
import type { OpenApiOperation, Parameter } from './document.ts'
import { getJsonSchema } from './json-schema.ts'
import type { AppOperation } from './operations.ts'

type Credentials = NonNullable<AppOperation['credentials']>

/** An empty requirement means that the call also works without credentials (OpenAPI 3.1.0, section 4.8.30). */
const SECURITY: Record<Credentials, OpenApiOperation['security']> = {
  session: [{ session: [] }],
  'session-or-nothing': [{ session: [] }, {}],
  'init-data': [{ initData: [] }],
  'in-body': [],
}

/** Problems that every call can have. */
const ALWAYS: readonly ProblemCode[] = ['body-too-large', 'internal', 'maintenance']
const IN_SESSION: readonly ProblemCode[] = [
  'bad-request',
  'session-missing',
  'session-expired',
  'session-limited',
  'rate-limited',
]

export function describeAppOperation(
  operationId: string,
  { endpoint, tag, summary, ...rest }: AppOperation,
): OpenApiOperation {
  const { path, request, response } = endpoint
  const { credentials = 'session', problems = [] } = rest
  const { success = [response === null ? 204 : 200] } = rest
  const codes = [...ALWAYS, ...(credentials === 'session' ? IN_SESSION : []), ...problems]
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
