import type { Binding } from '#shared/wallet.ts'
import type { Messages } from '../../../i18n/messages.ts'

type BotTexts = Messages['bot']

/** Who answered for a wallet, and what was shown when they were asked. */
export type WalletProof =
  /** `reported-key`: one TON API alone named the key. */
  | { by: 'key' | 'reported-key'; binding: Binding }
  | { by: 'contract' | 'safe'; binding: Binding; chain: string }
  /** As many of a multisig's owners as it takes. */
  | { by: 'owners'; binding: Binding }

/** What was proven and what was shown for it, both in Telegram HTML. */
export function proofTexts(
  messages: BotTexts,
  { proof, domain, markup }: { proof: WalletProof; domain: string; markup: ToMarkup },
): { proven: string; shown: string } {
  return { proven: proven(messages, proof, markup), shown: shown(messages, proof, markup(domain)) }
}

/** How what is foreign is put into a text that may run the other way, in Telegram's HTML. */
type ToMarkup = (text: string) => string

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

/** A hash that a Safe accepted was signed by its owners, each with a wallet of their own. */
function shown({ shown }: BotTexts, { by, binding }: WalletProof, domain: string): string {
  const hasOwners = by === 'owners' || (by === 'safe' && binding === 'hash')
  const texts = hasOwners ? shown.owners : shown
  switch (binding) {
    case 'domain':
      return texts.domain(domain)
    case 'text':
      return texts.text
    case 'hash':
      return texts.hash
  }
}
