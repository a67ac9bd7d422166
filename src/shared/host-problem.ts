import * as v from 'valibot'

type HostProblemRow = {
  status: number
  /** Whether the same request may succeed later. */
  retry: boolean
  /** What is wrong, for the developer who reads the answer, and for the log. */
  title: string
  /** What to do about it: one step. */
  action: string
}

/** The closed list of the host API's problems. Members never see these. */
export const HOST_PROBLEMS = {
  'key-missing': {
    status: 401,
    retry: false,
    title: 'no API key presented',
    action: 'Send the header "Authorization: Bearer <key>".',
  },
  'key-invalid': {
    status: 401,
    retry: false,
    title: 'API key unknown or revoked',
    action: 'Make a key with the command "keys add <name> --scope …".',
  },
  'scope-missing': {
    status: 403,
    retry: false,
    title: 'API key does not have the scope of this call',
    action: 'Use a key that has the scope; the call names it in /openapi.json.',
  },
  'bad-request': {
    status: 400,
    retry: false,
    title: 'request does not fit its contract',
    action: 'Compare the path, the query and the body with /openapi.json.',
  },
  'cursor-invalid': {
    status: 400,
    retry: false,
    title: 'cursor is none of ours',
    action: 'Start again without "after", or use the last "next" unchanged.',
  },
  'cursor-outdated': {
    status: 409,
    retry: false,
    title: 'cursor is of a history that a restored backup has replaced',
    action: 'Start again without "after": an event that you have read keeps its id.',
  },
  'body-too-large': {
    status: 413,
    retry: false,
    title: 'request body over the limit',
    action: 'Send at most 1 KiB.',
  },
  'not-found': {
    status: 404,
    retry: false,
    title: 'no such thing',
    action: 'Check the id: it may have been unlinked, deleted or expired.',
  },
  'proof-missing': {
    status: 404,
    retry: false,
    title: 'link without a proof that can be handed out',
    action:
      'Ask the member to verify the wallet again; owners of a multisig must show their names.',
  },
  'no-such-call': {
    status: 404,
    retry: false,
    title: 'no such call',
    action: 'Compare method and path with /openapi.json.',
  },
  'rate-limited': {
    status: 429,
    retry: true,
    title: 'too many requests with this key',
    action: 'Wait as long as Retry-After says.',
  },
  'idempotency-key-malformed': {
    status: 400,
    retry: false,
    title: 'Idempotency-Key is malformed',
    action: 'Send 1 to 255 printable ASCII characters, such as a UUID.',
  },
  'idempotency-key-reused': {
    status: 422,
    retry: false,
    title: 'Idempotency-Key was used for another request',
    action: 'Use a new key for every new request.',
  },
  'idempotency-key-busy': {
    status: 409,
    retry: true,
    title: 'the first request with this Idempotency-Key is still under way',
    action: 'Send the same request again in a moment.',
  },
  'webhook-not-configured': {
    status: 409,
    retry: false,
    title: 'there is no webhook to deliver to',
    action: 'Set WEBHOOK_URL and WEBHOOK_SIGNING_SECRET, or read the event from /v1/events.',
  },
  'join-decided': {
    status: 409,
    retry: false,
    title: 'the request to join has another decision already, or is over',
    action: 'Nothing: the event join.decided says which.',
  },
  'telegram-unreachable': {
    status: 503,
    retry: true,
    title: 'Telegram does not say whether the bot is in the group',
    action: 'Try again in a moment.',
  },
  maintenance: {
    status: 503,
    retry: true,
    title: 'the database does not answer',
    action: 'Try again in a moment.',
  },
  internal: {
    status: 500,
    retry: true,
    title: 'unexpected error',
    action: 'Look for the request id in the log.',
  },
} as const satisfies Record<string, HostProblemRow>

export type HostProblemCode = keyof typeof HOST_PROBLEMS

const HOST_PROBLEM_CODES = Object.keys(HOST_PROBLEMS).filter(isHostProblemCode)

function isHostProblemCode(key: string): key is HostProblemCode {
  return Object.hasOwn(HOST_PROBLEMS, key)
}

/** RFC 9457 problem details of the host API. */
export const HostProblemSchema = v.object({
  type: v.string(),
  title: v.string(),
  /** What to do about it. */
  detail: v.string(),
  status: v.number(),
  code: v.picklist(HOST_PROBLEM_CODES),
  requestId: v.string(),
})
export type HostProblem = v.InferOutput<typeof HostProblemSchema>
