import type { HostProblemCode } from '#shared/host-problem.ts'
import { describeBody, describeParameters, describeSuccess } from './describe-contract.ts'
import { describeHostProblems } from './describe-problems.ts'
import type { OpenApiResponse, OpenApiOperation, Parameter } from './document.ts'
import type { HostOperation } from './operations.ts'

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
      ...describeHostProblems([...ALWAYS, ...(isWrite ? ON_WRITES : []), ...problems]),
    },
  }
}
