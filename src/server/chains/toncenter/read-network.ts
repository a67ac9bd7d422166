import * as v from 'valibot'
import type { TonNetwork } from '#shared/wallet.ts'

/** The very first block of each network, by its root hash, as in the global configurations. */
const NETWORK_OF_FIRST_BLOCK: Record<string, TonNetwork> = {
  'F6OpKZKqvqeFp6CQmFomXNMfMj2EnaUSOXN+Mh+wVWk=': '-239',
  'gj+B8wb/AmlPk1z1AhVI484rhrUpgSr2oSFIh56VoSg=': '-3',
}

const MasterchainSchema = v.object({
  ok: v.literal(true),
  result: v.object({ init: v.object({ root_hash: v.string() }) }),
})

/** Path of the call whose answer {@link readNetwork} reads. */
export const MASTERCHAIN_PATH = '/api/v2/getMasterchainInfo'

/** The network of an API; null if it is another one, or the API does not say. */
export function readNetwork(answer: unknown): TonNetwork | null {
  const parsed = v.safeParse(MasterchainSchema, answer)
  return parsed.success
    ? (NETWORK_OF_FIRST_BLOCK[parsed.output.result.init.root_hash] ?? null)
    : null
}
