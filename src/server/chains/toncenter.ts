import type { TonApi } from '#server/verify/ton-chain.ts'
import type { TonNetwork } from '#shared/wallet.ts'
import { ToncenterError, type ToncenterLine } from './toncenter/call-toncenter.ts'
import { listMultisigs } from './toncenter/list-multisigs.ts'
import { PUBLISHED_MULTISIGS } from './toncenter/published-multisigs.ts'
import { readAccountKey } from './toncenter/read-account-key.ts'
import { readMultisig } from './toncenter/read-multisig.ts'

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
      const key = await unlessUnreachable(readAccountKey(address, options))
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
