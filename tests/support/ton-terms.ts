import { commitToAccount } from '#proof/commitment.ts'
import type { TonTerms } from '#server/proofs/judge-ton.ts'
import { tonChainId } from '#proof/account-id.ts'
import type { TonNetwork } from '#shared/wallet.ts'

const NONCE = 'Tm9uY2VOb25jZU5vbmNlTm9uY2VOb25jZU5vbmNlTm8'

type TermsInput = { domain: string; now: number; network?: TonNetwork; nonce?: string }

/** What the server asks a TON wallet to commit to. `payload`: what the wallet is given of it */
export function getTonTerms({
  domain,
  now,
  network = '-239',
  nonce = NONCE,
}: TermsInput): TonTerms & {
  payload: string
  network: TonNetwork
} {
  const committed = { chain: tonChainId(network), domain, telegramId: '7000000001', nonce }
  return { committed, network, now, payload: commitToAccount(committed) }
}
