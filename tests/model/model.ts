import { isDeepStrictEqual } from 'node:util'
import {
  CONSENT_TTL_MS,
  EVM_ATTEMPT_TTL_MS,
  PROOF_MAX_AHEAD_S,
  SESSION_TTL_MS,
  TEXT_TTL_MS,
  TON_ATTEMPT_TTL_MS,
} from '#shared/limits.ts'
import { UNDO_MS } from '#server/store/linking/unlinked-wallets.ts'

/**
 * What is true after a history, by `docs/specification.md` and the decisions. Everything is named by a label that follows from
 * the history alone: a member is `account.life`, because who deletes everything and comes back is somebody else.
 */
export type Model = {
  now: number
  /** By account: the member, or null before the first launch and after a deletion. */
  members: (string | null)[]
  /** By account: whose session the client has, and until when. */
  sessions: ({ member: string; until: number } | null)[]
  wallets: ModelWallet[]
  /** What "Undo" brings back. */
  unlinked: (ModelWallet & { at: number; answers: string[]; cards: string[] })[]
  attempts: ModelAttempt[]
  requests: {
    id: string
    family: ModelFamily | null
    max: number | null
    until: number
    isClosed: boolean
  }[]
  answers: AnswerInModel[]
  cards: { id: string; member: string; wallet: string | null; isRevoked: boolean }[]
  /** By Idempotency-Key, what the host asked for under it, and what came of it. */
  replies: { key: string; asked: AskedWallets; request: string; at: number }[]
  /** In the order in which they happened. */
  events: ModelEvent[]
  /** How many there were of each kind, for labels. */
  counts: Record<string, number>
  /** Members whose calls were let in before what happens now. */
  admitted: string[]
  /** What a proof is answered whose key the chain does not say; null while it does. */
  chain: string | null
  /** The multisig as the chain shows it. */
  shown: Owners
  /** As it was read last, and when; null while nobody has looked it up. */
  multisig: (Owners & { readAt: number }) | null
  cosignings: ModelCosigning[]
  /** When members were asked to confirm. */
  asked: { member: string; at: number }[]
  /** When a process last noticed that its clock was set back, by that clock. */
  setBackAt: number | null
}

/** The keys of its owners, and how many of them must agree. */
export type Owners = { owners: readonly number[]; threshold: number }
export type ModelCosigning = {
  id: string
  attempt: string
  starter: string
  state: 'open' | 'complete' | 'cancelled' | 'expired'
  createdAt: number
  until: number
  remindAt: number | null
  /** In the order in which they were given. */
  confirmations: { key: number; member: string; at: number }[]
  viewers: { member: string; part: 'listed' | 'asked' | 'opened' }[]
}

export type ModelFamily = 'ton' | 'evm'
export type ModelWallet = {
  id: string
  member: string
  key: number
  binding: 'domain' | 'text'
  isStale: boolean
  /** Of a multisig: the owners who agreed, the one who is this member's, and where. */
  agreed: { owners: readonly number[]; own: number; cosigning: string } | null
}
export type AskedWallets = { family: ModelFamily | null; max: number | null; ttlMs: number }
type AnswerInModel = {
  id: string
  request: string
  member: string
  wallet: string | null
  isWithdrawn: boolean
}
export type ModelAttempt = {
  id: string
  member: string
  family: ModelFamily
  state: string
  code: string | null
  createdAt: number
  until: number
  /** EVM: the key whose account is fixed. */
  account: number | null
  wallet: string | null
  request: string | null
  /** The key that was proven and waits for its holder; the proofs of one requester are one question. */
  asks: number | null
  /** The attempt by which the holder was asked, where an earlier one of the requester had done so. */
  question: string | null
  answeredBy: string | null
  /** The cosigning that it confirms, and the one that it is for. */
  confirms: string | null
  cosigning: string | null
  /** TON: whether there is a text to sign. */
  hasText: boolean
}
/** `other`: the second member that it is about. */
type ModelEvent = { type: string; member: string; other: string | null }

/** A status, with the code of a problem. */
export type ModelOutcome = string

const REPLY_MS = 24 * 60 * 60_000
/** How far the clocks of processes may differ. */
const CLOCK_SKEW_MS = 5 * 60_000
/** A reading of this age is due again. */
const READING_AGE_MS = 2 * 60 * 60_000
/** Keys below this are of TON wallets. */
export const TON_KEYS = 2
/** A Wallet in Telegram, whose key the chain says. */
export const CHAIN_KEY = 1
export const ACCOUNTS = 3
export const KEYS = 3
/** The multisig, in place of a key. */
export const MULTISIG = 3

export function createModel(now: number): Model {
  return {
    now,
    members: Array.from({ length: ACCOUNTS }, () => null),
    sessions: Array.from({ length: ACCOUNTS }, () => null),
    wallets: [],
    unlinked: [],
    attempts: [],
    requests: [],
    answers: [],
    cards: [],
    replies: [],
    events: [],
    counts: {},
    admitted: [],
    chain: null,
    shown: { owners: [0, 1], threshold: 2 },
    multisig: null,
    cosignings: [],
    asked: [],
    setBackAt: null,
  }
}

const SETTLED = new Set(['linked', 'cosigned', 'failed', 'cancelled', 'expired'])

/** `expired` is what the clock says of an attempt that has no outcome. */
export function stateOf(
  model: Pick<Model, 'now'>,
  attempt: Pick<ModelAttempt, 'state' | 'until'>,
): string {
  const isOver = !SETTLED.has(attempt.state) && attempt.until <= model.now
  return isOver ? 'expired' : attempt.state
}

/** A number of its own for one more of this kind. */
export function count(model: Model, kind: string): string {
  const next = (model.counts[kind] ?? 0) + 1
  model.counts[kind] = next
  return `${kind}${next}`
}

/** Runs an act of the member whose session the client of this account has. */
export function asMember<Result>(
  model: Model,
  account: number,
  act: (member: string) => Result,
): Result | ModelOutcome {
  const session = model.sessions[account]
  if (!session) return '401 session-missing'
  const { member, until } = session
  const isMember = model.members[account] === member || model.admitted.includes(member)
  const isLive = until > model.now && isMember
  return isLive ? act(member) : '401 session-expired'
}

/** Whoever starts the bot or opens the app is a member from then on. */
export function become(model: Model, account: number): string {
  return (model.members[account] ??= count(model, `${account}.`))
}

export function openApp(model: Model, account: number): ModelOutcome {
  const member = become(model, account)
  model.sessions[account] = { member, until: model.now + SESSION_TTL_MS }
  return '201'
}

export function startAttempt(
  model: Model,
  member: string,
  { family, request = null, confirms = null, ttlMs }: StartedAttempt,
): ModelOutcome {
  const [createdAt, until] = [model.now, model.now + (ttlMs ?? TTL_MS[family])]
  const hasText = family === 'ton' && confirms === null && ttlMs === undefined
  const nothing = {
    code: null,
    account: null,
    wallet: null,
    asks: null,
    question: null,
    answeredBy: null,
  }
  const made = { id: count(model, `${member}/a`), state: 'created', createdAt, until, ...nothing }
  model.attempts.push({ ...made, member, family, request, confirms, cosigning: null, hasText })
  return '201'
}

type StartedAttempt = Pick<ModelAttempt, 'family'> &
  Partial<Pick<ModelAttempt, 'request' | 'confirms'>> & { ttlMs?: number }
const TTL_MS = { ton: TON_ATTEMPT_TTL_MS, evm: EVM_ATTEMPT_TTL_MS }

export function own(model: Model, member: string, id: string): ModelAttempt | undefined {
  return model.attempts.find((attempt) => attempt.id === id && attempt.member === member)
}

/** What the app reports. One that comes too late is no error, and changes nothing. */
export function reportProgress(
  model: Model,
  member: string,
  { id, to }: { id: string; to: 'opened' | 'awaiting-wallet' | 'failed' },
): ModelOutcome {
  const attempt = own(model, member, id)
  if (!attempt) return '404 not-found'
  const state = stateOf(model, attempt)
  if (to === 'failed') settle(model, attempt, 'failed', 'wallet-rejected')
  else if (['created', 'opened', 'awaiting-wallet'].includes(state) && state !== to)
    attempt.state = to
  return '200'
}

export function cancelAttempt(model: Model, member: string, id: string): ModelOutcome {
  const attempt = own(model, member, id)
  if (!attempt) return '404 not-found'
  settle(model, attempt, 'cancelled')
  return '204'
}

/** Ends an attempt that has no end yet. Nothing follows an end. */
function settle(
  model: Model,
  attempt: ModelAttempt,
  state: string,
  code: string | null = null,
): void {
  if (SETTLED.has(stateOf(model, attempt))) return
  Object.assign(attempt, { state, code, asks: null })
  const cosigning = model.cosignings.find(({ id }) => id === attempt.cosigning)
  if (state !== 'linked' && cosigning) closeCosigning(model, cosigning, 'cancelled')
}

/** Whoever confirmed is notified. */
export function closeCosigning(
  model: Model,
  cosigning: ModelCosigning,
  state: 'cancelled' | 'expired',
): void {
  if (cosigning.state !== 'open') return
  Object.assign(cosigning, { state, remindAt: null })
  const { starter } = cosigning
  const all = state === 'expired' ? [starter, ...confirmers(cosigning)] : confirmers(cosigning)
  notify(model, all, starter)
}

export function confirmers({ starter, confirmations }: ModelCosigning): string[] {
  const members = new Set(confirmations.map(({ member }) => member))
  return [...members].filter((member) => member !== starter)
}

/** Of a change in a cosigning, which `from` made. */
export function notify(model: Model, members: readonly string[], from: string): void {
  for (const member of members)
    addEvent(model, 'cosigning.updated', member, member === from ? null : from)
}

export function lateFor(model: Model, attempt: ModelAttempt): ModelOutcome | null {
  const state = stateOf(model, attempt)
  if (state === 'expired') return '410 attempt-expired'
  return SETTLED.has(state) ? '409 attempt-settled' : null
}

/** `problem`: why the proof is none, or null for a good one. */
type ModelProof = { id: string; key: number; problem: string | null }

/** A ton_proof shows possession alone: it never moves a wallet that another account holds. */
export function proveTon(
  model: Model,
  member: string,
  { id, key, problem }: ModelProof,
): ModelOutcome {
  const attempt = own(model, member, id)
  if (!attempt) return '404 not-found'
  if (attempt.family !== 'ton') return '400 bad-request'
  if (stateOf(model, attempt) === 'awaiting-cosigners') return '400 bad-request'
  const late = lateFor(model, attempt)
  if (late !== null) return late
  if (attempt.asks !== null) return '409 attempt-settled'
  return (
    refuse(model, attempt, askChain(model, { key, problem })) ?? link(model, attempt, key, 'domain')
  )
}

/** A text names the account, so it raises a link, or moves a wallet without a question. */
export function signText(
  model: Model,
  member: string,
  { id, key, ...proof }: ModelProof,
): ModelOutcome {
  const attempt = own(model, member, id)
  if (!attempt) return '404 not-found'
  if (!attempt.hasText) return '400 bad-request'
  if (model.now >= attempt.createdAt + TON_ATTEMPT_TTL_MS + TEXT_TTL_MS)
    return '410 attempt-expired'
  const state = stateOf(model, attempt)
  const problem = isBefore(model.now, attempt.createdAt) ? 'ton-proof-expired' : proof.problem
  if (state === 'linked') return raise(model, attempt, { key, problem })
  const late = lateFor(model, attempt)
  if (late !== null) return late
  if (attempt.asks === null) return '400 bad-request'
  const found = askChain(model, { key, problem })
  if (found !== null) return answerOf(found)
  return attempt.asks === key ? link(model, attempt, key, 'text') : '409 attempt-settled'
}

/** A text cannot have been signed before it was written, but for clocks that differ a little. */
function isBefore(now: number, writtenAt: number): boolean {
  return Math.floor(now / 1_000) < Math.floor(writtenAt / 1_000) - PROOF_MAX_AHEAD_S
}

function raise(
  model: Model,
  attempt: ModelAttempt,
  { key, problem }: Omit<ModelProof, 'id'>,
): ModelOutcome {
  const { member } = attempt
  const wallet = model.wallets.find(({ id }) => id === attempt.wallet)
  if (wallet?.member !== member) return '409 attempt-settled'
  const found =
    wallet.key === key ? askChain(model, { key, problem }) : (problem ?? 'ton-text-mismatch')
  if (found !== null) return answerOf(found)
  rejectConsents(model, key, 'wallet-proven-elsewhere')
  if (wallet.binding === 'domain') addEvent(model, 'wallet.linked', member)
  wallet.binding = 'text'
  return '201'
}

/** EVM: the account for which the server writes the text. Another account may replace it. */
export function fixAccount(
  model: Model,
  member: string,
  { id, key }: { id: string; key: number },
): ModelOutcome {
  const attempt = own(model, member, id)
  if (!attempt) return '404 not-found'
  if (attempt.family !== 'evm') return '400 bad-request'
  const late = lateFor(model, attempt)
  if (late !== null) return late
  Object.assign(attempt, { state: 'awaiting-signature', account: key })
  return '200'
}

/** `key`: whose account's text it signed; null for another text, or by another key. */
export function signEvm(
  model: Model,
  member: string,
  { id, key }: { id: string; key: number | null },
): ModelOutcome {
  const attempt = own(model, member, id)
  if (!attempt) return '404 not-found'
  if (attempt.family !== 'evm') return '400 bad-request'
  const late = lateFor(model, attempt)
  if (late !== null) return late
  if (attempt.account === null) return '409 evm-account-missing'
  if (attempt.account !== key) return refuse(model, attempt, 'evm-signature-invalid') ?? ''
  return link(model, attempt, key, 'text')
}

/** A wrong proof ends its attempt; one that a retry may cure changes nothing. */
export function refuse(
  model: Model,
  attempt: ModelAttempt,
  problem: string | null,
): ModelOutcome | null {
  if (problem === null) return null
  if (!problem.startsWith('503')) settle(model, attempt, 'failed', problem)
  return answerOf(problem)
}

/** Only the key shows these. Everything else is found before the chain is asked for it. */
const FOUND_BY_KEY = new Set([null, 'ton-signature-invalid', 'ton-text-mismatch'])

export function askChain(model: Model, { key, problem }: Omit<ModelProof, 'id'>): string | null {
  const isAsked = key === CHAIN_KEY && FOUND_BY_KEY.has(problem)
  return isAsked ? (model.chain ?? problem) : problem
}

const answerOf = (problem: string) => (problem.startsWith('503') ? problem : `422 ${problem}`)

function link(
  model: Model,
  attempt: ModelAttempt,
  key: number,
  binding: ModelWallet['binding'],
): ModelOutcome {
  const held = model.wallets.find((wallet) => wallet.key === key)
  if (held?.member === attempt.member) return relink(model, attempt, { held, binding })
  if (held && binding === 'domain') return ask(model, attempt, held)
  return take(model, attempt, { key, binding, held })
}

/** A new proof replaces the former one. */
function relink(
  model: Model,
  attempt: ModelAttempt,
  { held, binding }: { held: ModelWallet; binding: ModelWallet['binding'] },
): ModelOutcome {
  held.binding = binding
  endLinked(model, attempt, held)
  if (binding === 'text') rejectConsents(model, held.key, 'wallet-proven-elsewhere')
  addEvent(model, 'wallet.linked', attempt.member)
  answerByLink(model, attempt.request, held)
  return '201'
}

type Taken = Pick<ModelWallet, 'key' | 'binding'> & { held: ModelWallet | undefined }

function take(model: Model, attempt: ModelAttempt, { key, binding, held }: Taken): ModelOutcome {
  const { member } = attempt
  if (held) remove(model, held)
  const wallet = insert(model, { member, key, binding })
  endLinked(model, attempt, wallet)
  if (held) {
    // Other proofs of the same requester for this wallet were the same question.
    for (const alike of model.attempts)
      if (alike.member === member && alike.asks === key) endLinked(model, alike, wallet)
  }
  addEvent(model, held ? 'wallet.moved' : 'wallet.linked', member, held?.member)
  answerByLink(model, attempt.request, wallet)
  if (held) rejectConsents(model, key, 'wallet-proven-elsewhere')
  return '201'
}

function endLinked(model: Model, attempt: ModelAttempt, wallet: ModelWallet): void {
  if (SETTLED.has(stateOf(model, attempt))) return
  settle(model, attempt, 'linked')
  attempt.wallet = wallet.id
}

export function insert(
  model: Model,
  wallet: Pick<ModelWallet, 'member' | 'key' | 'binding'> & Partial<ModelWallet>,
): ModelWallet {
  const id = count(model, `${wallet.member}/k${wallet.key}/`)
  const made = { isStale: false, agreed: null, ...wallet, id }
  model.wallets.push(made)
  return made
}

/** An earlier link does not come back over a later one, however the later one ended. */
function remove(model: Model, removed: ModelWallet): void {
  const { id } = removed
  model.wallets = model.wallets.filter((wallet) => wallet.id !== id)
  model.unlinked = model.unlinked.filter((wallet) => !excludes(removed, wallet))
  for (const used of [...model.answers, ...model.cards]) if (used.wallet === id) used.wallet = null
}

type HeldKey = Pick<ModelWallet, 'key' | 'member'>

/** A key's wallet has one account; a multisig may have several. */
function excludes({ key, member }: HeldKey, other: HeldKey): boolean {
  return other.key === key && (key !== MULTISIG || other.member === member)
}

/** The holder is asked once about each requester. */
function ask(model: Model, attempt: ModelAttempt, held: ModelWallet): ModelOutcome {
  const asked = openConsents(model, held.key).find(({ member }) => member === attempt.member)
  Object.assign(attempt, {
    state: 'awaiting-consent',
    until: model.now + CONSENT_TTL_MS,
    asks: held.key,
    question: asked ? (asked.question ?? asked.id) : null,
  })
  if (!asked) addEvent(model, 'consent.asked', held.member, attempt.member)
  return '202'
}

function openConsents(model: Model, key: number): ModelAttempt[] {
  return model.attempts.filter(
    (attempt) => attempt.asks === key && stateOf(model, attempt) === 'awaiting-consent',
  )
}

/** Every requester learns it once. */
function rejectConsents(model: Model, key: number, code: string): void {
  const requesters = new Set(openConsents(model, key).map(({ member }) => member))
  for (const member of requesters) rejectOne(model, { member, key }, code)
}

function rejectOne(model: Model, asked: { member: string; key: number }, code: string): void {
  for (const attempt of openConsents(model, asked.key))
    if (attempt.member === asked.member) settle(model, attempt, 'failed', code)
  addEvent(model, 'consent.refused', asked.member)
}

/** The attempt that waits for this holder: the one that is named, or one about which that one had asked. */
function findAsked(model: Model, member: string, id: string): ModelAttempt | undefined {
  const open = model.wallets
    .filter((wallet) => wallet.member === member)
    .flatMap(({ key }) => openConsents(model, key))
  return open.find((one) => one.id === id) ?? open.find((one) => one.question === id)
}

/** A second answer of the holder changes nothing, and gives the first outcome. */
export function answerConsent(
  model: Model,
  member: string,
  { id, answer }: { id: string; answer: 'move' | 'keep' },
): ModelOutcome {
  const named = model.attempts.find((attempt) => attempt.id === id)
  const asked = findAsked(model, member, id)
  const held = model.wallets.find(({ key }) => key === asked?.asks)
  if (!asked || !held) return named?.answeredBy === member ? '204' : '404 not-found'
  asked.answeredBy = member
  if (answer === 'keep') {
    rejectOne(model, { member: asked.member, key: held.key }, 'wallet-linked-elsewhere')
    return '204'
  }
  remove(model, held)
  const wallet = insert(model, { member: asked.member, key: held.key, binding: 'domain' })
  for (const attempt of openConsents(model, held.key))
    if (attempt.member === asked.member) endLinked(model, attempt, wallet)
  addEvent(model, 'wallet.moved', asked.member, member)
  answerByLink(model, asked.request, wallet)
  const waiting = new Set(openConsents(model, held.key).map((attempt) => attempt.member))
  for (const requester of waiting) addEvent(model, 'consent.asked', wallet.member, requester)
  return '204'
}

/** By the member, by the operator, or by an admin. */
export function unlinkWallet(model: Model, member: string | null, id: string): ModelOutcome {
  const wallet = model.wallets.find((one) => one.id === id)
  if (!wallet || (member !== null && wallet.member !== member)) return '404 not-found'
  remove(model, wallet)
  addEvent(model, 'wallet.unlinked', wallet.member)
  rejectConsents(model, wallet.key, 'wallet-unlinked-elsewhere')
  return '204'
}

/** As the bot's button does it: for an hour it can be undone. */
export function unlinkUndoably(model: Model, member: string, id: string): ModelOutcome {
  const wallet = model.wallets.find((one) => one.id === id)
  const answers = model.answers.filter((answer) => answer.wallet === id).map((answer) => answer.id)
  const cards = model.cards
    .filter((card) => card.wallet === id && !card.isRevoked)
    .map((card) => card.id)
  const outcome = unlinkWallet(model, member, id)
  if (wallet && outcome === '204') model.unlinked.push({ ...wallet, at: model.now, answers, cards })
  return outcome
}

/** To undo is to link again: the same wallet, and what referred to it. */
export function undoUnlink(model: Model, member: string, id: string): ModelOutcome {
  const copy = model.unlinked.find((one) => one.id === id && one.member === member)
  if (!copy || model.wallets.some((one) => excludes(copy, one))) return 'over'
  const isUnknown = copy.key === MULTISIG && model.multisig === null
  if (isUnknown || copy.at + UNDO_MS <= model.now) return 'over'
  const { key, binding, isStale, agreed } = copy
  model.unlinked = model.unlinked.filter((one) => one.id !== id)
  model.wallets.push({ id, member, key, binding, isStale, agreed })
  for (const answer of model.answers)
    if (copy.answers.includes(answer.id) && answer.wallet === null && !answer.isWithdrawn)
      answer.wallet = id
  for (const card of model.cards) if (copy.cards.includes(card.id)) card.wallet = id
  addEvent(model, 'wallet.linked', member)
  return 'undone'
}

/** What is stored for an undo goes after its hour, a reply after its day. A reading of a clock that ran ahead is due again. */
export function sweep(model: Model): void {
  const { multisig, now } = model
  if (multisig && multisig.readAt > now + CLOCK_SKEW_MS) multisig.readAt = now - READING_AGE_MS
  model.replies = model.replies.filter(({ at }) => at + REPLY_MS >= model.now)
  model.unlinked = model.unlinked.filter(({ at }) => at + UNDO_MS > model.now)
}

/** Deleted means gone: what stays is `user.deleted`, and of a move what the other member needs. */
export function deleteMember(model: Model, member: string): ModelOutcome {
  if (!model.members.includes(member)) return '204'
  const isOthers = (one: { member: string }) => one.member !== member
  const wasConcerned = isConcerned(model, member)
  for (const cosigning of model.cosignings)
    if (cosigning.starter === member && cosigning.state === 'open')
      for (const other of confirmers(cosigning)) addEvent(model, 'cosigning.ended', other)
  for (const wallet of model.wallets.filter((one) => one.member === member)) {
    remove(model, wallet)
    rejectConsents(model, wallet.key, 'wallet-unlinked-elsewhere')
  }
  model.attempts = model.attempts.filter(isOthers)
  model.answers = model.answers.filter(isOthers)
  model.cards = model.cards.filter(isOthers)
  model.asked = model.asked.filter(isOthers)
  // Any of the links to the multisig may have an agreement of this member.
  model.unlinked = model.unlinked.filter((one) => isOthers(one) && one.key !== MULTISIG)
  model.cosignings = model.cosignings.filter(({ starter }) => starter !== member)
  for (const one of model.cosignings) {
    one.confirmations = one.confirmations.filter(isOthers)
    one.viewers = one.viewers.filter(isOthers)
  }
  if (wasConcerned && !isNeeded(model)) model.multisig = null
  model.events = model.events.flatMap((event) => withoutMember(event, member))
  model.members = model.members.map((one) => (one === member ? null : one))
  for (const attempt of model.attempts) if (attempt.answeredBy === member) attempt.answeredBy = null
  addEvent(model, 'user.deleted', member)
  return '204'
}

/** Whether the multisig may be known because of this member. */
function isConcerned({ multisig, wallets, cosignings }: Model, gone: string): boolean {
  const keys = new Set([MULTISIG, ...(multisig?.owners ?? [])])
  return (
    wallets.some(({ member, key }) => member === gone && keys.has(key)) ||
    cosignings.some(({ starter }) => starter === gone)
  )
}

/** Whether a link, a cosigning or an owner who is a member rests on it. */
function isNeeded({ multisig, wallets, cosignings }: Model): boolean {
  const keys = new Set([MULTISIG, ...(multisig?.owners ?? [])])
  return cosignings.length > 0 || wallets.some(({ key }) => keys.has(key))
}

function withoutMember(event: ModelEvent, gone: string): ModelEvent[] {
  const { type, member, other } = event
  if (member !== gone && other !== gone) return [event]
  if (type !== 'wallet.moved' || other === null) return []
  return [{ type, member: member === gone ? other : member, other: null }]
}

/** Under one Idempotency-Key a request is made once, and answered the same again. */
export function makeOnce(
  model: Model,
  { key, shown, ...asked }: AskedWallets & { key: string; shown: (id: string) => string },
): ModelOutcome {
  const earlier = model.replies.find((one) => one.key === key)
  if (earlier)
    return isDeepStrictEqual(earlier.asked, asked)
      ? `201 again ${shown(earlier.request)}`
      : '422 idempotency-key-reused'
  const outcome = makeRequest(model, asked)
  const request = model.requests.at(-1)?.id ?? ''
  model.replies.push({ key, asked, request, at: model.now })
  return outcome
}

export function makeRequest(model: Model, { family, max, ttlMs }: AskedWallets): ModelOutcome {
  const id = count(model, 'r')
  model.requests.push({ id, family, max, until: model.now + ttlMs, isClosed: false })
  return '201'
}

/** For good: one that has expired would otherwise get a later end. */
export function closeRequest(model: Model, id: string): ModelOutcome {
  const request = model.requests.find((one) => one.id === id)
  if (request) request.isClosed = true
  return '200'
}

/** Counted from now. One that has expired is open again. */
export function extendRequest(model: Model, id: string, ttlMs: number): ModelOutcome {
  const request = model.requests.find((one) => one.id === id)
  if (!request || request.isClosed) return '400 bad-request'
  request.until = model.now + ttlMs
  return '200'
}

function familyOf(key: number): ModelFamily {
  return key < TON_KEYS || key === MULTISIG ? 'ton' : 'evm'
}

/** The same answer again changes nothing. */
function answer(model: Model, id: string, wallet: ModelWallet): ModelOutcome {
  const request = model.requests.find((one) => one.id === id)
  if (!request) return '404 not-found'
  if (request.isClosed || request.until <= model.now) return '410 request-closed'
  const family = familyOf(wallet.key)
  if (request.family !== null && request.family !== family) return '404 not-found'
  const given = model.answers.find((one) => one.request === id && one.member === wallet.member)
  const isStanding = given?.isWithdrawn === false
  if (isStanding && given.wallet === wallet.id) return '200'
  // One that replaces the member's own never finds it full.
  if (!isStanding && isFull(model, request)) return '410 request-full'
  write(model, given, { request: id, wallet })
  addEvent(model, 'request.answered', wallet.member)
  return '200'
}

function isFull(model: Model, { id, max }: Model['requests'][number]): boolean {
  const standing = model.answers.filter((one) => one.request === id && !one.isWithdrawn)
  return max !== null && standing.length >= max
}

function write(
  model: Model,
  given: AnswerInModel | undefined,
  { request, wallet: { id: wallet, member } }: { request: string; wallet: ModelWallet },
): void {
  if (given) Object.assign(given, { wallet, isWithdrawn: false })
  else
    model.answers.push({ id: `${member}/${request}`, request, member, wallet, isWithdrawn: false })
}

function answerByLink(model: Model, request: string | null, wallet: ModelWallet): void {
  if (request !== null) answer(model, request, wallet)
}

export function answerRequest(
  model: Model,
  member: string,
  { request, wallet: id }: { request: string; wallet: string },
): ModelOutcome {
  const wallet = model.wallets.find((one) => one.id === id && one.member === member)
  return wallet ? answer(model, request, wallet) : '404 not-found'
}

export function withdrawAnswer(model: Model, member: string, request: string): ModelOutcome {
  const given = model.answers.find((one) => one.request === request && one.member === member)
  if (given?.isWithdrawn === false) {
    Object.assign(given, { wallet: null, isWithdrawn: true })
    addEvent(model, 'request.withdrawn', member)
  }
  return '200'
}

export function shareWallet(model: Model, member: string, id: string): ModelOutcome {
  if (!model.wallets.some((one) => one.id === id && one.member === member)) return '404 not-found'
  const live = model.cards.find((card) => card.wallet === id && !card.isRevoked)
  if (!live) model.cards.push({ id: count(model, `${id}/c`), member, wallet: id, isRevoked: false })
  return '200'
}

export function revokeCard(model: Model, member: string, id: string): ModelOutcome {
  const card = model.cards.find((one) => one.id === id && one.member === member)
  if (!card || card.isRevoked || card.wallet === null) return '404 not-found'
  card.isRevoked = true
  return '204'
}

/** The wallet of a card that is live. */
export function findShown(model: Model, id: string): ModelWallet[] {
  const card = model.cards.find((one) => one.id === id && !one.isRevoked)
  return model.wallets.filter((one) => one.id === card?.wallet)
}

/** Who has the link sees the card as long as it is live. */
export function seeCard(model: Model, id: string): ModelOutcome {
  const card = model.cards.find((one) => one.id === id)
  if (!card) return '404 not-found'
  return card.isRevoked || card.wallet === null ? '410 card-gone' : '200'
}

export function addEvent(
  model: Model,
  type: string,
  member: string,
  other: string | null = null,
): void {
  model.events.push({ type, member, other })
}
