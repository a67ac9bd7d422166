import type { Hono } from 'hono'
import { fixAccount } from '#shared/api/fix-account.ts'
import type { Attempt, EvmAccount } from '#shared/attempt.ts'
import type { StoredAttempt, StoredUser } from '../../store/store.ts'
import { parseEvmAddress } from '../../verify/evm-address.ts'
import { writeEvmMessage } from '../../verify/evm-message.ts'
import type { HttpDeps } from '../http-deps.ts'
import type { HttpEnv } from '../http-env.ts'
import { presentAttempt } from '../present-attempt.ts'
import { ok, refuse, type Reply } from '../reply.ts'
import { serveMember } from '../route.ts'
import { lateCode, refuseLate } from '../settle-proof.ts'

/** The account that the wallet has told, and the message that the server writes for it. */
export function serveAccount(app: Hono<HttpEnv>, deps: HttpDeps): void {
  serveMember(app, fixAccount, async ({ user, id, body }) => {
    const attempt = await deps.store.findAttempt(id, user.id, deps.now())
    if (!attempt) return refuse('not-found')
    if (attempt.family !== 'evm') return refuse('bad-request')
    if (deps.evmChains === null) return refuse('evm-off')
    const late = lateCode(attempt)
    if (late) return refuseLate(attempt, late, deps)
    const address = parseEvmAddress(body.address)
    if (address === null) return refuse('evm-address-malformed')
    if (!deps.evmChains.ids.includes(body.chainId)) return refuse('evm-chain-unsupported')
    return fix({ user, attempt, account: { address, chainId: body.chainId } }, deps)
  })
}

type Fixing = { user: StoredUser; attempt: StoredAttempt; account: EvmAccount }

async function fix(fixing: Fixing, deps: HttpDeps): Promise<Reply<Attempt>> {
  const { attempt, account } = fixing
  const fixed = await deps.store.fixAccount(
    { id: attempt.id, userId: attempt.userId },
    {
      account: { family: 'evm', ...account },
      message: writeMessage(fixing, deps),
      expiresAt: null,
    },
    deps.now(),
  )
  if (!fixed) return refuse('not-found')
  const late = lateCode(fixed)
  return late ? refuseLate(fixed, late, deps) : ok(await presentAttempt(fixed, deps))
}

function writeMessage({ user, attempt, account }: Fixing, deps: HttpDeps): string {
  const { telegramId, username } = user
  return writeEvmMessage({
    publicUrl: deps.publicUrl,
    appName: deps.boot.appName,
    user: { telegramId, username },
    account,
    attemptId: attempt.id,
    nonce: attempt.nonce,
    issuedAt: deps.now(),
    expiresAt: attempt.expiresAt,
  })
}
