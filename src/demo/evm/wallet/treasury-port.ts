import { type Address, type Hex, isAddress } from 'viem'
import * as v from 'valibot'
import { safeMessageHash } from '#shared/safe-message.ts'
import type { SafeServiceFault } from '../demo-network.ts'
import { TREASURY_PEOPLE, type TreasuryPerson } from '../treasury-keys.ts'

const TermsSchema = v.object({
  chainId: v.number(),
  address: v.custom<Address>((value) => typeof value === 'string' && isAddress(value)),
  /** In the chain's order. */
  owners: v.array(v.picklist(TREASURY_PEOPLE)),
  threshold: v.number(),
  /** How many modules may act without the owners. */
  modules: v.number(),
})
/** The treasury as its chain shows it. */
export type SafeTreasuryTerms = v.InferOutput<typeof TermsSchema>

export type TreasuryChange =
  | { kind: 'swap-owner'; from: TreasuryPerson; to: TreasuryPerson }
  | { kind: 'raise-threshold' | 'enable-module' | 'restore' }

/** The wallet's actions on the treasury for all its owners. Each throws if it fails. */
export type TreasuryPort = {
  read(): Promise<SafeTreasuryTerms>
  change(change: TreasuryChange): Promise<SafeTreasuryTerms>
  /** Approves a text on the chain as the treasury. @param hash the text's (EIP-191) */
  signOnChain(hash: Hex): Promise<void>
  /** Sends an owner's signature to the Transaction Service, as Safe{Wallet} does. A known one is not an error. */
  gather(message: GatheredMessage): Promise<void>
  setServiceFault(fault: SafeServiceFault): Promise<void>
}

type GatheredMessage = { terms: SafeTreasuryTerms; text: string; signature: Hex }

const MessagesSchema = v.object({
  results: v.array(
    v.object({
      messageHash: v.string(),
      confirmations: v.array(v.object({ signature: v.string() })),
    }),
  ),
})

type TreasuryPortOptions = {
  /** Where the demo's own calls are, e.g. `/evm/demo` of the page's origin. */
  demoUrl: string
  /** The Transaction Service of the treasury's chain, to before `/v1`. */
  serviceUrl: string
}

export function createTreasuryPort({ demoUrl, serviceUrl }: TreasuryPortOptions): TreasuryPort {
  const treasuryUrl = `${demoUrl}/treasury`
  return {
    read: async () => v.parse(TermsSchema, await (await fetch(treasuryUrl)).json()),
    async change({ kind, ...people }) {
      const answer = await send('POST', `${treasuryUrl}/${kind}`, people)
      return v.parse(TermsSchema, await answer.json())
    },
    async signOnChain(hash) {
      await send('POST', `${treasuryUrl}/sign-on-chain`, { hash })
    },
    async gather({ terms, text, signature }) {
      const all = `${serviceUrl}/v1/safes/${terms.address}/messages/`
      const hash = safeMessageHash(terms, text)
      const proposed = (await readMessages(all)).find(({ messageHash }) => messageHash === hash)
      if (proposed === undefined) {
        await send('POST', all, { message: text, signature })
      } else if (!proposed.confirmations.some((one) => one.signature === signature)) {
        await send('POST', `${serviceUrl}/v1/messages/${hash}/signatures/`, { signature })
      }
    },
    async setServiceFault(fault) {
      await send('PUT', `${demoUrl}/safe-service/fault`, { fault })
    },
  }
}

/** Requests all messages, because browsers would log an error for a single missing one. */
async function readMessages(url: string) {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`The service answered ${answer.status}`)
  return v.parse(MessagesSchema, await answer.json()).results
}

async function send(method: 'POST' | 'PUT', url: string, body: object): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(url, { method, headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`The demo answered ${answer.status}`)
  return answer
}
