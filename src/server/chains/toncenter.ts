import type { At, ProofTonChain, Unreachable } from '#proof/chain.ts'
import type { TonBlock } from '#proof/document.ts'
import type { TonApi } from './ton-chain.ts'
import type { TonNetwork } from '#shared/wallet.ts'
import {
  ToncenterError,
  type ToncenterLine,
  type TonLocation,
  getFromToncenter,
} from './toncenter/call-toncenter.ts'
import { PUBLISHED_MULTISIGS, readMultisig } from './toncenter/read-multisig.ts'
import { readAccountKey } from './toncenter/read-account.ts'
import { MASTERCHAIN_PATH, readNetwork } from './toncenter/read-network.ts'
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
    async accountKey(address, at) {
      const key = await unlessUnreachable(readAccountKey(locate(address, at), options))
      return key === 'unreachable' ? { status: key } : key
    },
    readMultisig: (address, at) =>
      unlessUnreachable(readMultisig({ network, ...locate(address, at) }, codes, options)),
    getMultisigs: (address) => unlessUnreachable(listMultisigs(address, options)),
  }
}

/** The same for a verifier. An API that says that it is of another network is not asked. */
export function createCheckedToncenter(options: ToncenterOptions): ProofTonChain {
  const api = createToncenter(options)
  let checking: Promise<boolean> | null = null

  async function checkNetwork(): Promise<boolean> {
    const asked = getFromToncenter(MASTERCHAIN_PATH, v.unknown(), options)
    const answer = await unlessUnreachable(asked)
    return answer !== 'unreachable' && [null, api.network].includes(readNetwork(answer))
  }

  const mayAsk = () => (checking ??= checkNetwork())
  return {
    accountKey: async (...asked) =>
      (await mayAsk()) ? api.accountKey(...asked) : { status: 'unreachable' },
    readMultisig: async (...asked) =>
      (await mayAsk()) ? api.readMultisig(...asked) : 'unreachable',
  }
}

function locate(address: string, at: At<TonBlock> = 'latest'): TonLocation {
  return at === 'latest' ? { address } : { address, ...at }
}

async function unlessUnreachable<Answer>(answer: Promise<Answer>): Promise<Answer | Unreachable> {
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
