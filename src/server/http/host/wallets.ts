import { findWallets } from '#shared/api/host/find-wallets.ts'
import { unlinkHeldWallet } from '#shared/api/host/unlink-held-wallet.ts'
import { parseTonAddress } from '#shared/ton-address.ts'
import type { TonNetwork } from '#shared/wallet.ts'
import type { WalletKey } from '../../store/linking/held-wallets.ts'
import { parseEvmAddress } from '../../verify/evm-address.ts'
import { readFresh } from '../read-fresh.ts'
import { readCursor, writeCursor } from './cursor.ts'
import { changeHost } from './host-change.ts'
import { answerHost, hostDone, refuseHost } from './host-reply.ts'
import { readHeldWallets } from './read-wallets.ts'
import { type HostApi, serveHost } from './serve-host.ts'

/** A wallet by its address, with its holder; and the operator's way to unlink it. */
export function serveHostWallets(api: HostApi): void {
  const { deps } = api
  const { store, now, tonChain, onEvent } = deps

  serveHost(api, findWallets, async ({ params: { family, address }, query }) => {
    const place = family === 'ton' ? toTonKey(address, tonChain.network) : toEvmKey(address)
    if (place === undefined) return refuseHost('bad-request')
    const list = `/v1/wallets/${family}/${place.address}`
    const after = query.after === undefined ? null : readCursor(list, query.after)
    if (after === undefined) return refuseHost('cursor-invalid')
    const read = () => store.findWalletsAt(place, { after, limit: query.limit })
    const { held, next } = await readFresh(
      read,
      (page) => page.held.map(({ wallet }) => wallet),
      deps,
    )
    return answerHost({
      data: await readHeldWallets(held, deps),
      next: next === null ? null : writeCursor(list, next),
    })
  })

  serveHost(api, unlinkHeldWallet, async ({ params }) =>
    changeHost(async (effects) => {
      const isUnlinked = await effects.unlinkHeldWallet(params.id, now())
      return isUnlinked ? hostDone : refuseHost('not-found')
    }, onEvent),
  )
}

/** The wallet by its raw form; undefined for a text that is no address, or is marked for the other network. */
function toTonKey(text: string, network: TonNetwork): WalletKey | undefined {
  const address = parseTonAddress(text)
  if (address === null) return undefined
  const isForOther = address.testOnly !== null && address.testOnly !== (network === '-3')
  return isForOther ? undefined : { family: 'ton', network, address: address.raw }
}

/** The wallet by the form with its checksum, whatever the case of the text. */
function toEvmKey(text: string): WalletKey | undefined {
  const address = parseEvmAddress(text.toLowerCase())
  return address === null ? undefined : { family: 'evm', address }
}
