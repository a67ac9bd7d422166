import {
  findWallets,
  listHeldWallets,
  unlinkHeldWallet,
  type ReadWallet,
  getToken,
  listUserWallets,
  getProof,
} from '#shared/api/host/host-wallet.ts'
import type { HeldPage } from '../../store/linking/held-wallets.ts'
import { readFresh, refreshOld } from '../read-fresh.ts'
import { toEvmKey, toTonKey } from '../wallet-key.ts'
import { readCursor, writeCursor } from './cursor.ts'
import { changeHost, type HostApi, serveHost } from './serve-host.ts'
import { answerHost, hostDone, refuseHost } from './host-reply.ts'
import type { HostResponseOf } from '#shared/api/host/host-endpoint.ts'
import type { StoredMultisig, StoredWallet } from '../../store/database/stored.ts'
import { signsFor } from '../../multisig/signs-for.ts'
import type { HttpDeps } from '../http-deps.ts'
import { viewMembership } from '../multisig-views.ts'
import { viewHostWallet } from '../views.ts'
import { readProven, writeToken } from '../write-token.ts'
import { buildProof, getDigest } from '../../proofs/build-proof.ts'

/** A wallet by its address, with its holder; its proof; and the operator's way to unlink it. */
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
    const { held, next } = await readFresh(read, (page) => getWallets(page.held), deps)
    const memberships = await readMemberships(getWallets(held), deps)
    return answerHost(viewPage({ held, next }, { list, memberships }))
  })

  serveHost(api, listHeldWallets, async ({ query: { after: cursor, limit, ...filter } }) => {
    const list = listHeldWallets.path
    const after = cursor === undefined ? null : readCursor(list, cursor)
    if (after === undefined) return refuseHost('cursor-invalid')
    const page = await store.listHeldWallets(filter, { after, limit })
    const memberships = await store.listOwnersMultisigs(getKeys(getWallets(page.held)))
    return answerHost(viewPage(page, { list, memberships }))
  })

  serveHost(api, unlinkHeldWallet, async ({ params }) =>
    changeHost(async (effects) => {
      const isUnlinked = await effects.unlinkHeldWallet(params.id, now())
      return isUnlinked ? hostDone : refuseHost('not-found')
    }, onEvent),
  )

  serveHost(api, getProof, async ({ params }) => {
    const stored = await store.handOutProof(params.id, getDigest, now())
    if (!stored) return refuseHost('not-found')
    const proof = buildProof(stored, now())
    return proof ? answerHost(proof) : refuseHost('proof-missing')
  })
}

type Deps = Pick<HttpDeps, 'store' | 'multisigs' | 'now'>

/** Multisigs by the address of an owner. */
type Memberships = ReadonlyMap<string, readonly StoredMultisig[]>

function viewPage(
  { held, next }: HeldPage,
  { list, memberships }: { list: string; memberships: Memberships },
): HostResponseOf<typeof listHeldWallets> {
  return {
    data: held.map(({ wallet, user: { id, telegramId } }) => ({
      ...viewReadWallet(wallet, memberships),
      user: { id, telegramId },
    })),
    next: next === null ? null : writeCursor(list, next),
  }
}

function getWallets(held: HeldPage['held']): StoredWallet[] {
  return held.map(({ wallet }) => wallet)
}

function getKeys(wallets: readonly StoredWallet[]): StoredWallet[] {
  return wallets.filter(({ level }) => level === 'key')
}

/** Old readings are refreshed first. */
async function readMemberships(wallets: readonly StoredWallet[], deps: Deps): Promise<Memberships> {
  const keys = getKeys(wallets)
  if (keys.length === 0) return new Map()
  const first = await deps.store.listOwnersMultisigs(keys)
  const isRenewed = await refreshOld([...first.values()].flat(), deps)
  return isRenewed ? deps.store.listOwnersMultisigs(keys) : first
}

function viewReadWallet(wallet: StoredWallet, memberships: Memberships): ReadWallet {
  const ofAddress = memberships.get(wallet.address) ?? []
  const signerOf = ofAddress.filter((multisig) => signsFor(wallet, multisig)).map(viewMembership)
  return { ...viewHostWallet(wallet), signerOf }
}

/** The wallets of a Telegram account, and the operator's word on them, for others to check. */
export function serveHostUsers(api: HostApi): void {
  const { deps } = api
  const { store } = deps
  serveHost(api, listUserWallets, async ({ params }) => {
    const user = await store.findUserByTelegramId(params.telegramId)
    if (!user) return answerHost({ user: null, wallets: [] })
    const { id, telegramId } = user
    const wallets = await readFresh(
      () => store.listWallets(id),
      (all) => all,
      deps,
    )
    const memberships = await readMemberships(wallets, deps)
    return answerHost({
      user: { id, telegramId },
      wallets: primaryFirst(wallets).map((wallet) => viewReadWallet(wallet, memberships)),
    })
  })

  serveHost(api, getToken, async ({ params, query }) => {
    const user = await store.findUserByTelegramId(params.telegramId)
    if (!user) return refuseHost('not-found')
    const { telegramId } = user
    const proven = await readProven(user.id, deps)
    return answerHost(await writeToken({ telegramId, proven, audience: query.audience }, deps))
  })
}

function primaryFirst(wallets: StoredWallet[]): StoredWallet[] {
  return wallets.toSorted((one, other) => Number(other.primary) - Number(one.primary))
}
