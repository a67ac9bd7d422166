import { HOST_PROBLEMS } from '#shared/host-problem.ts'

/** The closed list of what can go wrong: the host API's problems, and those of the way to it and back. */
export const CLASP_PROBLEMS = {
  ...HOST_PROBLEMS,
  unreachable: {
    retry: true,
    title: 'Clasp cannot be reached',
    action: 'Check the address, and whether the server runs.',
  },
  'timed-out': {
    retry: true,
    title: 'Clasp did not answer in time',
    action: 'Try again in a moment, or allow more time.',
  },
  'answer-unreadable': {
    retry: false,
    title: 'the answer is none that this version of the library knows',
    action: 'Check that the address is that of Clasp, and update the library.',
  },
  'webhook-unsigned': {
    retry: false,
    title: 'the request has no valid signature of the last five minutes',
    action: 'Compare the secret with WEBHOOK_SIGNING_SECRET, and verify the body as it came.',
  },
} as const

export type ClaspErrorCode = keyof typeof CLASP_PROBLEMS

type ClaspErrorDetails = {
  /** What to do about it, if Clasp says it for this very call. */
  detail?: string
  /** Under which Clasp's log has the call. */
  requestId?: string
  cause?: unknown
}

/** A call that failed, or a webhook that is not Clasp's. The message says what is wrong, and then what to do about it. */
export class ClaspError extends Error {
  override readonly name = 'ClaspError'
  readonly code: ClaspErrorCode
  /** Undefined where Clasp has not answered. */
  readonly requestId: string | undefined

  constructor(code: ClaspErrorCode, { detail, requestId, cause }: ClaspErrorDetails = {}) {
    const { title, action } = CLASP_PROBLEMS[code]
    super(`${title}. ${detail ?? action}`, { cause })
    this.code = code
    this.requestId = requestId
  }

  /** Whether the same call may succeed later. */
  get isTemporary(): boolean {
    return CLASP_PROBLEMS[this.code].retry
  }
}
