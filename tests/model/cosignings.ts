import { COSIGNING_TTL_MS, MULTISIG_MAX_AGE_MS } from '#shared/limits.ts'
import * as rules from './model.ts'
import {
  addEvent,
  type ModelAttempt,
  confirmers,
  type ModelCosigning,
  type Model,
  MULTISIG,
  notify,
  type ModelOutcome,
  type ModelWallet,
} from './model.ts'

/** A part of what an act does, in a transaction of its own: null where the next part follows. */
export type MemberPart = (model: Model, member: string) => ModelOutcome | null

const HOUR = 60 * 60_000
const DAY = 24 * HOUR
const REMINDERS_MS = [DAY, 2 * DAY]
/** How many messages that ask to confirm one member gets a day. */
const ASKED_A_DAY = 5
/** An open cosigning shows no older reading. */
const SHOWN_MAX_AGE_MS = 60_000
/** So long after its start a watch asks for a cosigning whatever is known, where chance is even. */
const WATCHED_MS = 300_000
/** Processes that notice a clock that was set back within this time of each other notice the same. */
const SAME_MS = 60_000

const isSilent = ({ chain }: Model) => chain === '503 ton-chain-unreachable'

/** What the chain shows replaces what was read before, unless that is newer. */
function save(model: Model): void {
  const { shown, multisig, now } = model
  const isNewer = multisig !== null && multisig.readAt > now
  if (!isSilent(model) && !isNewer) model.multisig = { ...shown, readAt: now }
}

/** After a reading, links that do not hold by it are stale, once. It goes on beside what the reading was for. */
export function judge(model: Model): null {
  if (model.multisig === null || model.multisig.readAt < model.now) return null
  for (const wallet of model.wallets)
    if (wallet.agreed && !wallet.isStale && !holds(model, wallet.agreed)) {
      wallet.isStale = true
      addEvent(model, 'wallet.stale', wallet.member)
      notify(model, findConcerned(model, wallet), wallet.member)
    }
  return null
}

function holds({ multisig }: Model, { owners, own }: NonNullable<ModelWallet['agreed']>): boolean {
  const current = multisig?.owners ?? []
  const still = owners.filter((key) => current.includes(key))
  return current.includes(own) && still.length >= (multisig?.threshold ?? 0)
}

/** Who confirmed it and has no link of their own that rests on it, once for all links. */
function findConcerned(model: Model, { id, member, agreed }: ModelWallet): string[] {
  const cosigning = find(model, agreed?.cosigning)
  const links = model.wallets.filter((one) => one.agreed?.cosigning === agreed?.cosigning)
  if (!cosigning || links.some((one) => one.isStale && one.id !== id)) return []
  const holders = new Set([member, ...links.map((link) => link.member)])
  return confirmers(cosigning).filter((confirmer) => !holders.has(confirmer))
}

const find = (model: Model, id: string | null | undefined) =>
  model.cosignings.find((one) => one.id === id)

const isOpen = ({ now }: Model, { state, until }: ModelCosigning) => state === 'open' && until > now

function read(model: Model): ModelOutcome | null {
  save(model)
  return isSilent(model) ? '503 ton-chain-unreachable' : null
}

export const LOOK_UP: readonly MemberPart[] = [read, judge, () => '200']

/** By a member with an owner's wallet. One that is open goes on. */
export const START: readonly MemberPart[] = [
  ({ multisig }) => (multisig === null ? '404 not-found' : null),
  (model, member) =>
    model.cosignings.some((one) => one.starter === member && isOpen(model, one)) ? '200' : null,
  read,
  judge,
  (model, member) => {
    const owners = model.multisig?.owners ?? []
    const isOwner = model.wallets.some((one) => one.member === member && owners.includes(one.key))
    if (!isOwner) return '403 multisig-not-signer'
    rules.startAttempt(model, member, { family: 'ton', ttlMs: COSIGNING_TTL_MS })
    return null
  },
  open,
]

function open(model: Model, member: string): ModelOutcome {
  const attempt = model.attempts.findLast((one) => one.member === member)
  if (!attempt || model.multisig === null) return '409 attempt-settled'
  const { createdAt, until } = attempt
  const id = rules.count(model, `${member}/m`)
  const viewers: ModelCosigning['viewers'] = []
  for (const asked of findOwners(model, member)) {
    const isAsked = mayAsk(model, asked)
    viewers.push({ member: asked, part: isAsked ? 'asked' : 'listed' })
    if (isAsked) notify(model, [asked], member)
  }
  const made = {
    id,
    attempt: attempt.id,
    starter: member,
    state: 'open',
    createdAt,
    until,
  } as const
  model.cosignings.push({ ...made, remindAt: createdAt + DAY, confirmations: [], viewers })
  Object.assign(attempt, { state: 'awaiting-cosigners', account: MULTISIG, cosigning: id })
  return '200'
}

/** Members whose linked wallet is an owner's. */
function findOwners({ wallets, multisig }: Model, starter: string): Set<string> {
  const owners = wallets.filter(({ key }) => multisig?.owners.includes(key))
  return new Set(owners.map(({ member }) => member).filter((member) => member !== starter))
}

function mayAsk(model: Model, member: string): boolean {
  const recent = model.asked.filter(
    (one) => one.member === member && Math.abs(model.now - one.at) < DAY,
  )
  if (recent.length >= ASKED_A_DAY) return false
  model.asked.push({ member, at: model.now })
  return true
}

const whileOpen =
  (
    id: string,
    act: (model: Model, member: string, cosigning: ModelCosigning) => ModelOutcome,
  ): MemberPart =>
  (model, member) => {
    const cosigning = find(model, id)
    if (!cosigning) return '404 not-found'
    return isOpen(model, cosigning) ? act(model, member, cosigning) : '410 cosign-closed'
  }

export const startConfirming = (id: string): MemberPart =>
  whileOpen(id, (model, member) =>
    rules.startAttempt(model, member, { family: 'ton', confirms: id }),
  )

type OwnerProof = { key: number; problem: string | null }

/** An owner's proof, made for this attempt. The one that completes the threshold links the multisig. */
export const confirm = (findAttempt: FindAttempt, proof: OwnerProof): readonly MemberPart[] => [
  (model, member) => {
    const attempt = findAttempt(model, member)
    if (!attempt) return '404 not-found'
    const late = rules.lateFor(model, attempt)
    if (late !== null) return late
    const cosigning = find(model, attempt.confirms)
    if (!cosigning || !isOpen(model, cosigning)) return '410 cosign-closed'
    const refused = rules.refuse(model, attempt, rules.askChain(model, proof))
    if (refused !== null) return refused
    save(model)
    return null
  },
  judge,
  (model, member) => add(model, findAttempt(model, member), proof.key),
  (model, member) => {
    const cosigning = find(model, findAttempt(model, member)?.confirms)
    if (cosigning && !isSilent(model)) complete(model, cosigning)
    return '201'
  },
]
type FindAttempt = (model: Model, member: string) => ModelAttempt | undefined

function add(model: Model, attempt: ModelAttempt | undefined, key: number): ModelOutcome | null {
  if (!attempt) return '404 not-found'
  const cosigning = find(model, attempt.confirms)
  if (!cosigning || !isOpen(model, cosigning)) return '410 cosign-closed'
  if (model.multisig?.owners.includes(key) !== true)
    return isSilent(model) ? '503 ton-chain-unreachable' : '422 cosign-not-owner'
  const { member } = attempt
  const { confirmations, starter } = cosigning
  const former = confirmations.find((one) => one.key === key)
  if (isTaken(model, { key, member, former })) return '409 cosign-owner-taken'
  const late = rules.lateFor(model, attempt)
  if (late !== null) return late
  attempt.state = 'cosigned'
  if (former) former.member = member
  else confirmations.push({ key, member, at: model.now })
  if (!former && member !== starter) notify(model, [starter], member)
  return null
}

type Confirmed = ModelCosigning['confirmations'][number]

/** A ton_proof does not name whom it is for: where the wallet or its confirmation is another member's, it does not count. */
function isTaken(
  { wallets }: Model,
  { key, member, former }: Omit<Confirmed, 'at'> & { former: Confirmed | undefined },
): boolean {
  const holder = wallets.find((one) => one.key === key)?.member
  const isTheirs = former?.member === member || holder === member
  return !isTheirs && (former ?? holder) !== undefined
}

/** Links it to every member who confirmed as one of its present owners, if they are enough. */
function complete(model: Model, cosigning: ModelCosigning): void {
  const attempt = model.attempts.find(({ id }) => id === cosigning.attempt)
  const isLate = !attempt || rules.lateFor(model, attempt) !== null
  if (isLate || !isOpen(model, cosigning) || !isEnough(model, cosigning)) return
  const counted = listCounted(model, cosigning)
  const owners = counted.map(({ key }) => key)
  const members = [...new Set(counted.map(({ member }) => member))]
  const links = members.map((member) => {
    const own = counted.find((one) => one.member === member)?.key ?? MULTISIG
    return linkQuorum(model, member, { owners, own, cosigning: cosigning.id })
  })
  for (const { member } of links) addEvent(model, 'wallet.linked', member)
  const { starter } = cosigning
  const wallet = links.find(({ member }) => member === starter)?.id ?? null
  Object.assign(attempt, { state: wallet === null ? 'cancelled' : 'linked', wallet })
  Object.assign(cosigning, { state: 'complete', remindAt: null })
  if (wallet !== null) addEvent(model, 'multisig.completed', starter)
  const others = [starter, ...confirmers(cosigning)].filter((one) => !members.includes(one))
  notify(model, others, starter)
}

function linkQuorum(
  model: Model,
  member: string,
  agreed: NonNullable<ModelWallet['agreed']>,
): ModelWallet {
  const held = model.wallets.find((one) => one.key === MULTISIG && one.member === member)
  if (!held) return rules.insert(model, { member, key: MULTISIG, binding: 'domain', agreed })
  return Object.assign(held, { isStale: false, agreed })
}

/** While it is open, whoever confirmed takes it back. */
export const withdraw = (id: string): MemberPart =>
  whileOpen(id, (_, member, cosigning) => {
    const others = cosigning.confirmations.filter((one) => one.member !== member)
    if (others.length === cosigning.confirmations.length) return '404 not-found'
    cosigning.confirmations = others
    return '204'
  })

export const cancel =
  (id: string): MemberPart =>
  (model, member) => {
    const cosigning = find(model, id)
    if (cosigning?.starter !== member) return '404 not-found'
    if (cosigning.state === 'cancelled') return '204'
    if (!isOpen(model, cosigning)) return '410 cosign-closed'
    return rules.cancelAttempt(model, member, cosigning.attempt)
  }

/** Whoever opens it is reminded from then on. */
export const see = (id: string): readonly MemberPart[] => [
  (model) => {
    const cosigning = find(model, id)
    if (!cosigning) return '404 not-found'
    return isOpen(model, cosigning) ? null : '200'
  },
  (model, member) => {
    const cosigning = find(model, id)
    if (!cosigning || !isOpen(model, cosigning)) return null
    const { starter, confirmations, viewers } = cosigning
    const hasPart = [starter, ...confirmations.map((one) => one.member)].includes(member)
    if (!hasPart) {
      const others = viewers.filter((one) => one.member !== member)
      cosigning.viewers = [...others, { member, part: 'opened' }]
    }
    return null
  },
  (model) => {
    if (isOlder(model, SHOWN_MAX_AGE_MS)) save(model)
    return null
  },
  judge,
  () => '200',
]

/** Those in which a member has a part. */
export function listOpen(model: Model, member: string): ModelCosigning[] {
  return model.cosignings.filter((one) => {
    const people = [...one.confirmations, ...one.viewers].map((person) => person.member)
    return isOpen(model, one) && [one.starter, ...people].includes(member)
  })
}

/** Whoever reads of such wallets has the multisig read again that was not for an hour. */
export const freshen = (
  getWallets: (model: Model, member: string) => readonly ModelWallet[],
): readonly MemberPart[] => [
  (model, member) => {
    const isShown = getWallets(model, member).some(({ agreed, isStale }) => agreed && !isStale)
    if (isShown && isOlder(model, MULTISIG_MAX_AGE_MS)) save(model)
    return null
  },
  judge,
]

function isOlder({ multisig, now }: Model, ageMs: number): boolean {
  return multisig !== null && now - multisig.readAt > ageMs
}

type CosigningStep = (model: Model, cosigning: ModelCosigning) => void
const link: CosigningStep = (model, cosigning) => {
  if (!isSilent(model)) complete(model, cosigning)
}
/** Links are judged beside what a reading is for: before it or after it. */
export const WATCHES: readonly (readonly CosigningStep[])[] = [
  [judge, link],
  [link, judge],
]

/** What the pollers do: they read again, link what waits for the chain, close what is over, and remind. */
export function watch(model: Model, steps: readonly CosigningStep[]): void {
  if (isOlder(model, MULTISIG_MAX_AGE_MS) && needsReading(model)) {
    save(model)
    judge(model)
  }
  for (const cosigning of model.cosignings)
    if (isOpen(model, cosigning) && (isYoung(model, cosigning) || isEnough(model, cosigning))) {
      save(model)
      for (const step of steps) step(model, cosigning)
    }
  closeDue(model)
}

function needsReading(model: Model): boolean {
  const { wallets, cosignings } = model
  return wallets.some(({ key }) => key === MULTISIG) || cosignings.some((one) => isOpen(model, one))
}

const isYoung = ({ now }: Model, { createdAt }: ModelCosigning) => now - createdAt < WATCHED_MS

/** The confirmations of present owners, the first one first by the clock of its time. */
function listCounted({ multisig }: Model, { confirmations }: ModelCosigning): Confirmed[] {
  return confirmations
    .filter(({ key }) => multisig?.owners.includes(key))
    .sort((one, other) => one.at - other.at)
}

function isEnough(model: Model, cosigning: ModelCosigning): boolean {
  const { multisig } = model
  return multisig !== null && listCounted(model, cosigning).length >= multisig.threshold
}

function closeDue(model: Model): void {
  const { now, cosignings } = model
  const open = cosignings.filter(({ state }) => state === 'open')
  const over = open
    .filter(({ until }) => until <= now)
    .sort((one, other) => one.until - other.until)
  for (const cosigning of over) rules.closeCosigning(model, cosigning, 'expired')
  const due = open.filter(({ until, remindAt }) => until > now && (remindAt ?? Infinity) <= now)
  for (const cosigning of due.sort((one, other) => (one.remindAt ?? 0) - (other.remindAt ?? 0))) {
    const { createdAt, starter, viewers } = cosigning
    cosigning.remindAt = REMINDERS_MS.map((ms) => createdAt + ms).find((at) => at > now) ?? null
    const given = new Set(confirmers(cosigning))
    const silent = viewers.filter(({ member, part }) => part !== 'listed' && !given.has(member))
    notify(model, [starter, ...silent.map(({ member }) => member)], starter)
  }
}

/** Times that lie in the future by the new clock move as far as it did. */
export function setBack(model: Model, ms: number): void {
  const { now, setBackAt, multisig } = model
  if (setBackAt !== null && Math.abs(now - setBackAt) <= SAME_MS) return
  model.setBackAt = now
  if (multisig && multisig.readAt > now) multisig.readAt -= ms
  for (const cosigning of model.cosignings)
    if (cosigning.remindAt !== null && cosigning.remindAt > now) cosigning.remindAt -= ms
}
