import type { HostMembership } from '#shared/api/host/host-wallet.ts'
import type { Boot } from '#shared/boot.ts'
import { displayAddress } from '#shared/display-address.ts'
import { directLink } from '#shared/links.ts'
import type {
  Collection,
  CollectionSummary,
  Multisig,
  MultisigDetail,
  Owner,
  Safe,
} from '#shared/multisig.ts'
import type { Level } from '#shared/wallet.ts'
import { currentWords } from '../current-words.ts'
import { signsFor } from '../signs-for.ts'
import type { StoredCollection, StoredMultisig, StoredSafe } from '../store/multisig-store.ts'
import type { StoredUser, StoredWallet } from '../store/store.ts'
import { wordOf } from '../word-of.ts'
import { viewPerson } from './request-views.ts'
import { isoTime } from './views.ts'

/** Multisigs and the collections of their owners' words, as one member sees them. Other owners' names stay with those owners. */

type Site = { boot: Pick<Boot, 'bot'> }

/** Who looks, and the wallets that are theirs. */
export type Viewer = { user: Pick<StoredUser, 'id'>; wallets: readonly StoredWallet[] }

export function viewMultisig(multisig: StoredMultisig): Multisig {
  if (multisig.family === 'evm') return viewSafe(multisig)
  const { id, family, kind, network, address, threshold, owners, proposers } = multisig
  const own = { id, family, kind, network, address, threshold }
  const checkedAt = isoTime(multisig.checkedAt)
  return { ...own, ownerCount: owners.length, proposers: proposers.length, checkedAt }
}

export function viewSafe(safe: StoredSafe): Safe {
  const { id, family, kind, chainId, address, version, threshold, canSign } = safe
  return {
    id,
    family,
    kind,
    chainId,
    address,
    version,
    threshold,
    canSign,
    ownerCount: safe.owners.length,
    modules: safe.modules.length,
    guard: safe.guard !== null,
    checkedAt: isoTime(safe.checkedAt),
  }
}

/** A multisig that one of a member's keys signs for: apart from the wallets, so that none is counted among them. */
export function viewMembership(multisig: StoredMultisig): HostMembership {
  const { address, threshold, owners, checkedAt } = multisig
  const own = {
    address,
    displayAddress: displayAddress(multisig),
    level: 'signer' as const,
    threshold,
    ownerCount: owners.length,
    checkedAt: isoTime(checkedAt),
  }
  return multisig.family === 'ton'
    ? { ...own, family: multisig.family, network: multisig.network }
    : { ...own, family: multisig.family, chainId: multisig.chainId }
}

export function summarizeCollection(
  collection: StoredCollection,
  { user }: Pick<Viewer, 'user'>,
  { boot }: Site,
): CollectionSummary {
  const { code, multisig, method, state, starter, expiresAt } = collection
  return {
    code,
    url: directLink(boot.bot, code),
    multisig: viewMultisig(multisig),
    method,
    state,
    starter: viewPerson(starter),
    mine: starter.id === user.id,
    signed: currentWords(collection).length,
    signedAs: wordOf(collection, user.id)?.owner ?? null,
    expiresAt: isoTime(expiresAt),
  }
}

export function viewCollection(
  collection: StoredCollection,
  viewer: Viewer,
  site: Site,
): Collection {
  const { multisig, problem, createdAt } = collection
  const words = new Set(collection.words.map(({ owner }) => owner))
  const known = { names: namesFor([collection], viewer), own: ownAddresses(viewer, [collection]) }
  const shown = {
    ...summarizeCollection(collection, viewer, site),
    owners: multisig.owners.map((address) =>
      Object.assign(viewOwner(address, known), { signed: words.has(address) }),
    ),
    problem,
    createdAt: isoTime(createdAt),
  }
  if (collection.method === 'agreements') return { ...shown, method: collection.method }
  const { method, message } = collection
  return { ...shown, method, multisig: viewSafe(collection.multisig), message }
}

/**
 * @param collections the multisig's, the newest first
 * @param live the member's own open one
 */
export function viewDetail(
  multisig: StoredMultisig,
  {
    viewer,
    collections,
    live,
  }: {
    viewer: Viewer
    collections: readonly StoredCollection[]
    live: StoredCollection | undefined
  },
  site: Site,
): MultisigDetail {
  const link = viewer.wallets.find((wallet) => wallet.multisig?.id === multisig.id)
  const signers = signersOf(multisig, viewer)
  const names = namesFor(collections, viewer)
  const own = ownAddresses(viewer, collections)
  return {
    ...viewMultisig(multisig),
    owners: multisig.owners.map((address) => viewOwner(address, { names, own })),
    level: levelOf(link, multisig.isBypassed ? [] : signers),
    signers: signers.map(({ id: walletId, address }) => ({ walletId, address })),
    walletId: link?.id ?? null,
    attainable: multisig.family === 'evm' && multisig.canSign ? 'account' : 'quorum',
    collection: live ? summarizeCollection(live, viewer, site) : null,
  }
}

/** A link that does not hold proves nothing; what is left is what the member's keys are. */
function levelOf(link: StoredWallet | undefined, signers: readonly StoredWallet[]): Level | null {
  if (link && link.staleAt === null) return link.level
  return signers.length > 0 ? 'signer' : null
}

/** The member's wallets whose keys are owners now. */
function signersOf(multisig: StoredMultisig, { wallets }: Viewer): StoredWallet[] {
  return wallets.filter((wallet) => signsFor(wallet, multisig))
}

type Known = {
  /** Who has let the other owners see them, by their owner's address. */
  names: ReadonlyMap<string, StoredUser>
  /** The member's own addresses. */
  own: ReadonlySet<string>
}

function viewOwner(address: string, { names, own }: Known): Owner {
  const user = names.get(address)
  return { address, person: user ? viewPerson(user) : null, mine: own.has(address) }
}

/** To its owners alone: who spoke as one, or whose own wallet is one. Whoever connects a Safe may start, and be none. */
function namesFor(
  collections: readonly StoredCollection[],
  viewer: Viewer,
): ReadonlyMap<string, StoredUser> {
  const visible = collections.filter((collection) => isOwner(collection, viewer)).toReversed()
  return new Map(
    visible.flatMap(({ words }) =>
      words.flatMap(({ owner, user, showsName }): [string, StoredUser][] =>
        user && showsName ? [[owner, user]] : [],
      ),
    ),
  )
}

function isOwner(collection: StoredCollection, viewer: Viewer): boolean {
  if (wordOf(collection, viewer.user.id)) return true
  return signersOf(collection.multisig, viewer).length > 0
}

function ownAddresses(
  { user, wallets }: Viewer,
  collections: readonly StoredCollection[],
): ReadonlySet<string> {
  const linked = wallets.filter(({ level }) => level === 'key').map(({ address }) => address)
  const spoken = collections.flatMap((collection) => wordOf(collection, user.id)?.owner ?? [])
  return new Set([...linked, ...spoken])
}
