import type { TonApi } from './ton-chain.ts'
import type { TonNetwork } from '#shared/wallet.ts'
import { ToncenterError, type ToncenterLine, getFromToncenter } from './toncenter/call-toncenter.ts'
import { PUBLISHED_MULTISIGS, readMultisig } from './toncenter/read-multisig.ts'
import { readAccountKey } from './toncenter/read-account.ts'
import * as v from 'valibot'
import { parseTonAddress } from '#shared/ton-address.ts'

export type ToncenterOptions = ToncenterLine & {
  network: TonNetwork
  /** Hashes of the code that a genuine multisig runs, in hex. @default the published ones */
  multisigCodes?: readonly string[]
}

/**
 * The chain as one of toncenter's HTTP APIs v2 shows it, and multisigs as v3 lists them. Any malformed answer is
 * `unreachable`.
 *
 * @see https://toncenter.com/api/v2/
 */
export function createToncenter(options: ToncenterOptions): TonApi {
  const { network, multisigCodes = PUBLISHED_MULTISIGS } = options
  const codes = new Set(multisigCodes)
  return {
    network,
    async accountKey(address) {
      const key = await unlessUnreachable(readAccountKey({ address }, options))
      return key === 'unreachable' ? { status: key } : key
    },
    readMultisig: (address) =>
      unlessUnreachable(readMultisig({ network, address }, codes, options)),
    getMultisigs: (address) => unlessUnreachable(listMultisigs(address, options)),
  }
}

async function unlessUnreachable<Answer>(answer: Promise<Answer>): Promise<Answer | 'unreachable'> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof ToncenterError) return 'unreachable'
    throw error
  }
}

/** A member with more multisigs enters an address. Each of these is read on the chain afterwards. */
const MAX = 50

const WalletsSchema = v.object({
  multisigs: v.array(
    v.object({
      address: v.pipe(
        v.string(),
        v.transform((text) => parseTonAddress(text)?.raw),
        v.string(),
      ),
    }),
  ),
})

/**
 * Raw addresses of the multisigs in which this account signs or proposes, each once.
 *
 * @see https://docs.ton.org/ecosystem/api/toncenter/v3/multisig/get-multisig-wallets
 * @throws {ToncenterError}
 */
async function listMultisigs(address: string, line: ToncenterLine): Promise<string[]> {
  const query = new URLSearchParams({
    wallet_address: address,
    include_orders: 'false',
    limit: String(MAX),
  })
  const path = `/api/v3/multisig/wallets?${query.toString()}`
  const { multisigs } = await getFromToncenter(path, WalletsSchema, line)
  return [...new Set(multisigs.map((multisig) => multisig.address))].slice(0, MAX)
}
