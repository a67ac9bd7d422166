import * as v from 'valibot'
import { parseTonAddress } from '#shared/ton-address.ts'
import { getFromToncenter, type ToncenterLine } from './call-toncenter.ts'

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
export async function listMultisigs(address: string, line: ToncenterLine): Promise<string[]> {
  const query = new URLSearchParams({
    wallet_address: address,
    include_orders: 'false',
    limit: String(MAX),
  })
  const path = `/api/v3/multisig/wallets?${query.toString()}`
  const { multisigs } = await getFromToncenter(path, WalletsSchema, line)
  return [...new Set(multisigs.map((multisig) => multisig.address))].slice(0, MAX)
}
