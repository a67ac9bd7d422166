import type { Binding } from '#shared/wallet.ts'
import type { BotTexts, ToMarkup } from './bot-texts.ts'

/** How a wallet was proven, and what was shown for the signature. */
export type WalletProof =
  /** `reported-key`: only one TON API reported the key. */
  | { by: 'key' | 'reported-key'; binding: Binding }
  | { by: 'contract' | 'safe'; binding: Binding; chain: string }
  /** Enough of a multisig's owners for its threshold. */
  | { by: 'owners'; binding: Binding }

/** What a receipt says of a proof. `canAddName`: whether a wallet that has not named the Telegram account can be asked to. */
export type ShownFacts = { domain: string; proof: WalletProof; canAddName: boolean }

/** The proof and what was shown for it, both in Telegram HTML. */
export function proofTexts(
  messages: BotTexts,
  { proof, markup, ...about }: ShownFacts & { markup: ToMarkup },
): { proven: string; shown: string } {
  const { domain, canAddName } = about
  return {
    proven: proven(messages, proof, markup),
    shown: shown(messages, proof, { domain: markup(domain), canAddName }),
  }
}

/** Inserts names, addresses and the like, as Telegram HTML, into a text that may run the other way. */
function proven({ proven }: BotTexts, proof: WalletProof, markup: ToMarkup): string {
  switch (proof.by) {
    case 'key':
      return proven.key
    case 'reported-key':
      return proven.reportedKey
    case 'owners':
      return proven.quorum
    case 'contract':
      return proven.contract(markup(proof.chain))
    case 'safe':
      return proven.safe(markup(proof.chain))
  }
}

/** If a Safe accepted a hash, its owners signed it, each with a wallet of their own. */
function shown(
  { shown }: BotTexts,
  { by, binding }: WalletProof,
  { domain, canAddName }: Omit<ShownFacts, 'proof'>,
): string {
  const hasOwners = by === 'owners' || (by === 'safe' && binding === 'hash')
  const texts = hasOwners ? shown.owners : shown
  switch (binding) {
    case 'domain':
      return canAddName && !hasOwners
        ? `${shown.domain(domain)} ${shown.addName}`
        : texts.domain(domain)
    case 'text':
      return texts.text
    case 'hash':
      return texts.hash
  }
}

/** What a linked wallet's proof shows, in one sentence, and when it was verified. Telegram HTML. */
export type DescribedClaim = { sentence: string; time: string; isProven: boolean }

/** Such as `✓ You control UQab…wxyz · verified today`. */
export function writeSentence({ sentence, time, isProven }: DescribedClaim): string {
  return `${isProven ? '✓ ' : ''}${sentence} · ${time}`
}
