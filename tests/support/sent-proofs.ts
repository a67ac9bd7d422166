import type { SendOutcome, SendProof, SentProof } from '#server/proofs/proof-sender.ts'
import type { StoredUser } from '#server/store/stored.ts'

type TestProofs = {
  send: SendProof
  /** Everything that was to be sent, in order. */
  sent: (SentProof & { member: StoredUser })[]
  /** What comes of the next ones. @default delivered */
  answer(outcome: SendOutcome): void
}

/** The bot's side of proofs, without a bot. */
export function createTestProofs(): TestProofs {
  const sent: TestProofs['sent'] = []
  let answer: SendOutcome = { outcome: 'delivered' }
  return {
    sent,
    send(member, proof) {
      sent.push({ ...proof, member })
      return Promise.resolve(answer)
    },
    answer: (outcome) => void (answer = outcome),
  }
}
