import type { SendFile, SendOutcome, SentFile } from '#server/proofs/file-sender.ts'
import type { StoredUser } from '#server/store/database/stored.ts'

type SentProof = Extract<SentFile, { kind: 'proof' }>

type TestFiles = {
  send: SendFile
  /** The proofs that were to be sent, in order. */
  proofs: (SentProof & { member: StoredUser })[]
  /** The other files that were to be sent, in order. */
  others: (Exclude<SentFile, SentProof> & { member: StoredUser })[]
  /** What comes of the next ones. @default delivered */
  answer(outcome: SendOutcome): void
}

/** The bot's side of files, without a bot. */
export function createTestFiles(): TestFiles {
  const proofs: TestFiles['proofs'] = []
  const others: TestFiles['others'] = []
  let answer: SendOutcome = { outcome: 'delivered' }
  return {
    proofs,
    others,
    send(member, file) {
      if (file.kind === 'proof') proofs.push({ ...file, member })
      else others.push({ ...file, member })
      return Promise.resolve(answer)
    },
    answer: (outcome) => void (answer = outcome),
  }
}
