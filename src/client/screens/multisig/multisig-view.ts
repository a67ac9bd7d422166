import { getMultisig } from '#shared/api/get-multisig.ts'
import type { MultisigDetail } from '#shared/multisig.ts'
import type { Api } from '../../api/call.ts'
import { createReading, type ServerReading } from '../reading/reading.ts'

/** A multisig on the screen. */
export type MultisigView = {
  multisig: MultisigDetail
  /** Whether its chain has just answered; if not, this is the last reading. */
  isFresh: boolean
}

/** Age at which a reading was not made for this request, in milliseconds: the server rereads what is older than 3 s. */
const OLD_AFTER_MS = 60_000

type Deps = {
  api: Api
  id: string
  /** Milliseconds since the epoch. */
  now: () => number
}

export function createMultisigView({ api, id, now }: Deps): ServerReading<MultisigView> {
  return createReading(async () => {
    const multisig = await api.call(getMultisig, { id })
    return { multisig, isFresh: now() - Date.parse(multisig.checkedAt) < OLD_AFTER_MS }
  })
}
