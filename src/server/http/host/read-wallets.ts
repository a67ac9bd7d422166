import type { HostHeldWallet, ReadWallet } from '#shared/api/host/host-wallet.ts'
import type { HeldWallet as StoredHeldWallet } from '../../store/linking/held-wallets.ts'
import type { StoredMultisig, StoredWallet } from '../../store/stored.ts'
import { signsFor } from '../../multisig/signs-for.ts'
import type { HttpDeps } from '../http-deps.ts'
import { viewMembership } from '../multisig-views.ts'
import { refreshOld } from '../read-fresh.ts'
import { viewHostWallet } from '../views.ts'

type Deps = Pick<HttpDeps, 'store' | 'multisigs' | 'now'>

/** Multisigs by the address of an owner. */
type Memberships = ReadonlyMap<string, readonly StoredMultisig[]>

/** Wallets as the host reads them, each with the multisigs that its key signs for. Old readings are refreshed first. */
export async function readWallets(
  wallets: readonly StoredWallet[],
  deps: Deps,
): Promise<ReadWallet[]> {
  const memberships = await readMemberships(wallets, deps)
  return wallets.map((wallet) => viewReadWallet(wallet, memberships))
}

export async function readHeldWallets(
  held: readonly StoredHeldWallet[],
  deps: Deps,
): Promise<HostHeldWallet[]> {
  const memberships = await readMemberships(
    held.map(({ wallet }) => wallet),
    deps,
  )
  return held.map(({ wallet, user }) => ({ ...viewReadWallet(wallet, memberships), user }))
}

async function readMemberships(wallets: readonly StoredWallet[], deps: Deps): Promise<Memberships> {
  const keys = wallets.filter(({ level }) => level === 'key')
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
