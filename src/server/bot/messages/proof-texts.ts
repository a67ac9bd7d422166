import type { Spoken } from '../../../i18n/spoken.ts'
import type { WalletProof } from './messages.ts'

type Words = Spoken['bot']

/** What was proven and what was shown for it, both in Telegram HTML. */
export function proofTexts(
  words: Words,
  { proof, domain, markup }: { proof: WalletProof; domain: string; markup: Markup },
): { proven: string; shown: string } {
  return { proven: proven(words, proof, markup), shown: shown(words, proof, markup(domain)) }
}

/** How what is foreign is put into a text that may run the other way, in Telegram's HTML. */
type Markup = (text: string) => string

function proven({ proven }: Words, proof: WalletProof, markup: Markup): string {
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
function shown({ shown }: Words, { by, binding }: WalletProof, domain: string): string {
  const hasOwners = by === 'owners' || (by === 'safe' && binding === 'hash')
  const said = hasOwners ? shown.owners : shown
  switch (binding) {
    case 'domain':
      return said.domain(domain)
    case 'text':
      return said.text
    case 'hash':
      return said.hash
  }
}
