import { answerConsent } from '#shared/api/answer-consent.ts'
import { getWallet } from '#shared/api/get-wallet.ts'
import { sendProof } from '#shared/api/send-proof.ts'
import { unlinkWallet } from '#shared/api/unlink-wallet.ts'
import { updateWallet } from '#shared/api/update-wallet.ts'
import { WALLETS_PER_USER } from '#shared/limits.ts'
import type { Wallet } from '#shared/wallet.ts'
import { buildProof, getDigest } from '../../proofs/build-proof.ts'
import type { StoredWallet } from '../../store/database/stored.ts'
import { readFresh } from '../read-fresh.ts'
import type { HttpDeps } from '../http-deps.ts'
import type { HttpApp } from '../http-env.ts'
import { empty, ok, refuse, type Reply, serveMember } from '../route.ts'
import { sendFile } from '../send-file.ts'
import { viewWallet } from '../views.ts'

/** One linked wallet: shown, named, made primary, proven to others, unlinked; and whether it may move to another account. */
export function serveWallets(app: HttpApp, deps: HttpDeps): void {
  const { store, now, onEvent } = deps

  serveMember(app, getWallet, async ({ user, id }) => {
    const read = () => store.findWallet(id, user.id)
    return answer(await readFresh(read, (wallet) => (wallet ? [wallet] : []), deps))
  })

  serveMember(app, updateWallet, async ({ user, id, body }) =>
    answer(
      'label' in body
        ? await store.setLabel(id, user.id, body.label)
        : await store.setPrimary(id, user.id),
    ),
  )

  serveMember(app, unlinkWallet, async ({ user, id }) => {
    const isUnlinked = await store.unlinkWallet(id, user.id, now())
    if (!isUnlinked) return refuse('not-found')
    onEvent()
    return empty
  })

  serveMember(app, sendProof, async ({ user, id }) => {
    if (!(await store.findWallet(id, user.id))) return refuse('not-found')
    const stored = await store.handOutProof(id, getDigest, now())
    if (stored?.wallet.userId !== user.id) return refuse('not-found')
    const { wallet } = stored
    const document = buildProof(stored, now())
    if (document === null) return refuse('proof-missing')
    return sendFile(user, () => Promise.resolve({ kind: 'proof', wallet, document }), deps)
  })

  serveMember(app, answerConsent, async ({ user, id, body }) => {
    const answer = {
      attemptId: id,
      holderId: user.id,
      answer: body.answer,
      walletLimit: WALLETS_PER_USER,
    }
    const outcome = await store.answerConsent(answer, now())
    if (outcome === 'not-found' || outcome === 'wallet-limit') return refuse(outcome)
    onEvent()
    return empty
  })
}

function answer(wallet: StoredWallet | undefined): Reply<Wallet> {
  return wallet ? ok(viewWallet(wallet)) : refuse('not-found')
}
