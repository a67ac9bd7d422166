import { HOST_PROBLEMS, type HostProblemCode } from '#shared/host-problem.ts'
import { PROBLEMS, type ProblemCode } from '#shared/problem.ts'
import { PROBLEM_LINES } from '../../log/problem-lines.ts'
import type { OpenApiResponse } from './document.ts'

type ProblemTableRow = { code: string; status: number; text: string }

export function describeHostProblems(
  codes: readonly HostProblemCode[],
): Record<string, OpenApiResponse> {
  const rows = codes.map((code) => {
    const { status, title } = HOST_PROBLEMS[code]
    return { code, status, text: title }
  })
  return describe(rows, 'HostProblem')
}

export function describeProblems(codes: readonly ProblemCode[]): Record<string, OpenApiResponse> {
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
