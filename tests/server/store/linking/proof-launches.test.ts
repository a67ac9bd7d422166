import { expect, test } from 'vitest'
import type { StoredProof } from '#server/store/rows/proof-rows.ts'
import type { StoredTelegram } from '#server/store/rows/unseal-proof.ts'
import { PROOF_LAUNCH_TTL_MS } from '#shared/limits.ts'
import { LOGIN_ES256 } from '#tests/support/login-token.ts'
import { linkSample, NOON, sampleMember } from '#tests/support/store-samples.ts'
import { describeStore } from '#tests/support/store-suite.ts'

const authDate = NOON / 1_000
const FORMS: Record<string, StoredTelegram> = {
  launch: { botId: '1', launch: 'auth_date=1', authDate },
  login: {
    botId: '1',
    idToken: 'AA.AA.AA',
    jwk: LOGIN_ES256.jwk,
    authDate,
    expiresAt: authDate + 3_600,
  },
}

describeStore('what Telegram signed', (stage) => {
  test.each(Object.entries(FORMS))(
    'what was signed by a %s is read as it was stored, if the member asked for it, and goes with the link',
    async (_, telegram) => {
      const { store } = stage
      const { id: userId } = await sampleMember(store)
      const { id } = await linkSample(store, userId)
      const isFor = ({ wallet }: StoredProof) => wallet.id === id
      const kept = { userId, telegram, isFor }
      expect(await store.keepProofLaunch(kept, NOON)).toBeUndefined()
      await store.awaitProofLaunch({ id, userId }, NOON)
      expect(await store.keepProofLaunch(kept, NOON + PROOF_LAUNCH_TTL_MS)).toBeUndefined()
      expect((await store.keepProofLaunch(kept, NOON))?.telegram).toEqual(telegram)
      expect((await store.findProof(id))?.telegram).toEqual(telegram)
      const later = { ...telegram, authDate: authDate + 1 }
      await store.keepProofLaunch({ userId, telegram: later, isFor }, NOON + 1_000)
      expect((await store.findProof(id))?.telegram).toEqual(telegram)
      await store.unlinkWallet(id, userId, NOON)
      const again = await linkSample(store, userId)
      expect((await store.findProof(again.id))?.telegram).toBeNull()
    },
  )
})
