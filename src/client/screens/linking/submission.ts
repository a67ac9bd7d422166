import * as v from 'valibot'
import { ChainIdSchema } from '#shared/address.ts'
import { EvmProofSchema } from '#shared/api/submit-proof.ts'
import { TonProofSchema } from '#shared/ton-proof.ts'
import { TonTextSchema } from '#shared/api/submit-text.ts'
import { type Attempt, type AttemptState } from '#shared/attempt.ts'
import { EvmAccountSchema } from '#shared/evm-account.ts'
import { SignInSchema } from '#shared/sign-in.ts'

/** What a wallet has given and the server has not judged yet. */
export const SubmissionSchema = v.variant('kind', [
  v.object({ kind: v.literal('ton-proof'), proof: TonProofSchema }),
  v.object({
    kind: v.literal('account'),
    account: EvmAccountSchema,
    otherChainIds: v.optional(v.array(ChainIdSchema)),
    signIn: v.optional(SignInSchema),
  }),
  v.object({ kind: v.literal('signature'), ...EvmProofSchema.entries }),
  v.object({ kind: v.literal('text'), text: TonTextSchema }),
])
export type Submission = v.InferOutput<typeof SubmissionSchema>
type AccountSubmission = Extract<Submission, { kind: 'account' }>

const BEFORE_ACCOUNT: readonly AttemptState[] = ['created', 'opened', 'awaiting-wallet']

/** States in which the server still accepts it. */
const DUE: Record<Submission['kind'], readonly AttemptState[]> = {
  'ton-proof': BEFORE_ACCOUNT,
  account: [...BEFORE_ACCOUNT, 'awaiting-signature'],
  signature: ['awaiting-signature'],
  text: ['awaiting-signature', 'awaiting-consent', 'linked'],
}

/** Whether the attempt still needs it; what has reached the server is not sent again. */
export function isDue(submission: Submission, attempt: Attempt): boolean {
  if (!DUE[submission.kind].includes(attempt.state)) return false
  if (submission.kind === 'account')
    return submission.signIn !== undefined || !isFixed(submission, attempt)
  return submission.kind !== 'text' || needsText(attempt)
}

/** Whether no wallet has shared its address yet. */
export function needsAccount({ state }: Attempt): boolean {
  return BEFORE_ACCOUNT.includes(state)
}

/** Whether a text from the wallet would complete a TON attempt, move its wallet or strengthen its proof. */
export function needsText({ family, state, message, wallet }: Attempt): boolean {
  if (family !== 'ton' || message === null || !DUE.text.includes(state)) return false
  return state !== 'linked' || wallet?.binding === 'domain'
}

/** Whether the attempt's account is the one that was shared, on any of its chains. */
function isFixed({ account, otherChainIds = [] }: AccountSubmission, attempt: Attempt): boolean {
  if (attempt.family !== 'evm' || attempt.account === null) return false
  const { address, chainId } = attempt.account
  const isSame = address.toLowerCase() === account.address.toLowerCase()
  return isSame && [account.chainId, ...otherChainIds].includes(chainId)
}
