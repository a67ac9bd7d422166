import type { HostMembership } from '#shared/api/host/host-wallet.ts'
import type { Boot } from '#shared/boot.ts'
import { accountId } from '#proof/account-id.ts'
import { displayAddress } from '#shared/display-address.ts'
import { directLink } from '#shared/links.ts'
import type {
  Cosigning,
  CosigningSummary,
  Multisig,
  MultisigDetail,
  Owner,
  Safe,
} from '#shared/multisig.ts'
import type { Level } from '#shared/wallet.ts'
import { getCurrentConfirmations, findConfirmation } from '../multisig/cosignings.ts'
import { signsFor } from '../multisig/signs-for.ts'
import type { StoredCosigning } from '../store/rows/cosigning-rows.ts'
import type {
  StoredMultisig,
  StoredUser,
  StoredWallet,
  StoredSafe,
} from '../store/database/stored.ts'
import { viewPerson } from './request-views.ts'
import { isoTime } from './views.ts'

/** Multisigs and cosignings as one member sees them. Names of other owners are shown to owners only. */

type MultisigViewDeps = { boot: Pick<Boot, 'bot'> }

/** The member who views, and their wallets. */
export type ViewingMember = { user: Pick<StoredUser, 'id'>; wallets: readonly StoredWallet[] }

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

/**
 * A multisig that one of a member's keys signs for. It is listed apart from the wallets, so that it is not counted as
 * one.
 */
export function viewMembership(multisig: StoredMultisig): HostMembership {
  const { address, threshold, owners, checkedAt } = multisig
  const own = {
    address,
    displayAddress: displayAddress(multisig),
    account: accountId(multisig),
    level: 'signer' as const,
    threshold,
    ownerCount: owners.length,
    checkedAt: isoTime(checkedAt),
  }
  return multisig.family === 'ton'
    ? { ...own, family: multisig.family, network: multisig.network }
    : { ...own, family: multisig.family, chainId: multisig.chainId }
}

export function summarizeCosigning(
  cosigning: StoredCosigning,
  { user }: Pick<ViewingMember, 'user'>,
  { boot }: MultisigViewDeps,
): CosigningSummary {
  const { code, multisig, method, state, starter, expiresAt } = cosigning
  return {
    code,
    url: directLink(boot.bot, code),
    multisig: viewMultisig(multisig),
    method,
    state,
    starter: viewPerson(starter),
    mine: starter.id === user.id,
    signed: getCurrentConfirmations(cosigning).length,
    signedAs: findConfirmation(cosigning, user.id)?.owner ?? null,
    expiresAt: isoTime(expiresAt),
  }
}

export function viewCosigning(
  cosigning: StoredCosigning,
  viewer: ViewingMember,
  site: MultisigViewDeps,
): Cosigning {
  const { multisig, problem, createdAt } = cosigning
  const confirmations = new Set(cosigning.confirmations.map(({ owner }) => owner))
  const known = { names: namesFor([cosigning], viewer), own: ownAddresses(viewer, [cosigning]) }
  const shown = {
    ...summarizeCosigning(cosigning, viewer, site),
    owners: multisig.owners.map((address) =>
      Object.assign(viewOwner(address, known), { signed: confirmations.has(address) }),
    ),
    problem,
    createdAt: isoTime(createdAt),
  }
  if (cosigning.method === 'agreements') return { ...shown, method: cosigning.method }
  const { method, message } = cosigning
  return { ...shown, method, multisig: viewSafe(cosigning.multisig), message }
}

/**
 * @param cosignings the multisig's, the newest first
 * @param live the member's own open one
 */
export function viewDetail(
  multisig: StoredMultisig,
  {
    viewer,
    cosignings,
    live,
  }: {
    viewer: ViewingMember
    cosignings: readonly StoredCosigning[]
    live: StoredCosigning | undefined
  },
  site: MultisigViewDeps,
): MultisigDetail {
  const link = viewer.wallets.find((wallet) => wallet.multisig?.id === multisig.id)
  const signers = getSigners(multisig, viewer)
  const names = namesFor(cosignings, viewer)
  const own = ownAddresses(viewer, cosignings)
  return {
    ...viewMultisig(multisig),
    owners: multisig.owners.map((address) => viewOwner(address, { names, own })),
    level: findLevel(link, multisig.isBypassed ? [] : signers),
    signers: signers.map(({ id: walletId, address }) => ({ walletId, address })),
    walletId: link?.id ?? null,
    attainable: multisig.family === 'evm' && multisig.canSign ? 'account' : 'quorum',
    cosigning: live ? summarizeCosigning(live, viewer, site) : null,
  }
}

/** A stale link proves nothing; then only the member's keys count. */
function findLevel(link: StoredWallet | undefined, signers: readonly StoredWallet[]): Level | null {
  if (link && link.staleAt === null) return link.level
  return signers.length > 0 ? 'signer' : null
}

/** The member's wallets whose keys are owners now. */
function getSigners(multisig: StoredMultisig, { wallets }: ViewingMember): StoredWallet[] {
  return wallets.filter((wallet) => signsFor(wallet, multisig))
}

type KnownOwners = {
  /** Members who let the other owners see them, by their owner's address. */
  names: ReadonlyMap<string, StoredUser>
  /** The member's own addresses. */
  own: ReadonlySet<string>
}

function viewOwner(address: string, { names, own }: KnownOwners): Owner {
  const user = names.get(address)
  return { address, person: user ? viewPerson(user) : null, mine: own.has(address) }
}

/**
 * Names are for owners only: for members who confirmed as a present owner, or who link an owner's wallet. A starter need not
 * be an owner, because anyone who connects a Safe may start.
 */
function namesFor(
  cosignings: readonly StoredCosigning[],
  viewer: ViewingMember,
): ReadonlyMap<string, StoredUser> {
  const visible = cosignings.filter((cosigning) => isOwner(cosigning, viewer)).toReversed()
  return new Map(
    visible.flatMap(({ confirmations }) =>
      confirmations.flatMap(({ owner, user, showsName }): [string, StoredUser][] =>
        user && showsName ? [[owner, user]] : [],
      ),
    ),
  )
}

function isOwner(cosigning: StoredCosigning, viewer: ViewingMember): boolean {
  const confirmations = getCurrentConfirmations(cosigning)
  if (findConfirmation({ confirmations }, viewer.user.id)) return true
  return getSigners(cosigning.multisig, viewer).length > 0
}

function ownAddresses(
  { user, wallets }: ViewingMember,
  cosignings: readonly StoredCosigning[],
): ReadonlySet<string> {
  const linked = wallets.filter(({ level }) => level === 'key').map(({ address }) => address)
  const shown = cosignings.flatMap((cosigning) => findConfirmation(cosigning, user.id)?.owner ?? [])
  return new Set([...linked, ...shown])
}
