import { WALLETS_PER_USER } from '#shared/limits.ts'
import type { PressDeps } from '../bot-context.ts'
import type { ButtonPress } from '../callback-data.ts'

/** The holder's answer to "another account proved this wallet". */
export async function answerConsent(
  { attemptId, answer }: Extract<ButtonPress, { type: 'consent' }>,
  { store, now, onEvent, member, texts }: PressDeps,
): Promise<string> {
  const { outcome } = await store.answerConsent(
    { attemptId, holderId: member.id, answer, walletLimit: WALLETS_PER_USER },
    now(),
  )
  onEvent()
  switch (outcome) {
    case 'moved':
      return texts.consentMoved()
    case 'kept':
      return texts.consentKept()
    case 'not-found':
      return texts.consentClosed()
    case 'wallet-limit':
      return texts.consentWalletLimit()
  }
}
