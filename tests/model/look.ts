import * as v from 'valibot'
import { KEY_ADDRESSES } from './keys.ts'
import { stateOf, type Model } from './model.ts'
import type { World } from './world.ts'

/** Ids of the store by the labels of the model, as far as they are known. A label keeps its id for good. */
export type Names = Map<string, string>

/** What the store has, or should have, in one form for both. */
type ModelView = Record<
  | 'members'
  | 'wallets'
  | 'unlinked'
  | 'attempts'
  | 'requests'
  | 'answers'
  | 'cards'
  | 'multisigs'
  | 'cosignings',
  string[]
> & {
  /** By member, in their order. */
  events: Record<string, string[]>
}
export type Rows = Awaited<ReturnType<typeof readRows>>

/** Every row that a history can leave, read without the servers. */
export async function readRows({ reader: { read } }: Pick<World, 'reader'>) {
  return {
    users: await read.selectFrom('users').select('id').execute(),
    wallets: await read.selectFrom('wallets').selectAll().orderBy('linked_at').execute(),
    unlinked: await read.selectFrom('unlinked_wallets').selectAll().execute(),
    attempts: await read.selectFrom('attempts').selectAll().orderBy('created_at').execute(),
    consents: await read.selectFrom('consents').select(['attempt_id', 'address']).execute(),
    requests: await read.selectFrom('requests').selectAll().execute(),
    answers: await read.selectFrom('answers').selectAll().execute(),
    cards: await read.selectFrom('cards').selectAll().execute(),
    multisigs: await read.selectFrom('multisigs').select(['checked_at', 'reading']).execute(),
    cosignings: await read.selectFrom('cosignings').selectAll().execute(),
    confirmations: await read.selectFrom('confirmations').selectAll().execute(),
    viewers: await read.selectFrom('cosigning_viewers').selectAll().execute(),
    events: await read.selectFrom('events').select(EVENT_COLUMNS).orderBy('sequence').execute(),
    updates: await read.selectFrom('updates').select('update_id').execute(),
  }
}

const ReadingSchema = v.pipe(v.string(), v.parseJson(), v.object({ threshold: v.number() }))
const EVENT_COLUMNS = [
  'sequence',
  'id',
  'type',
  'user_id',
  'other_user_id',
  'notify_at',
  'deliver_at',
  'delivery',
  'waits_behind',
] as const

const keyAt = (address: string | null) => (address === null ? null : KEY_ADDRESSES.indexOf(address))
const walletName = (member: string, key: number | null) => `${member}/k${key}`

/** How the store's row is named: by its label once it has one, by what it is until then. */
export function viewRows(rows: Rows, { names, people, now }: Naming): ModelView {
  const labels = new Map([...names].map(([label, id]) => [id, label]))
  const person = (id: string) => labels.get(id) ?? `new ${people.get(id)}`
  const wallets = new Map(
    rows.wallets.map((row) => [row.id, walletName(person(row.user_id), keyAt(row.address))]),
  )
  const asks = new Map(rows.consents.map((row) => [row.attempt_id, keyAt(row.address)]))
  const isOpen = (row: Rows['requests'][number]) => row.closed_at === null && row.expires_at > now
  return {
    members: rows.users.map(({ id }) => person(id)).sort(),
    wallets: rows.wallets
      .map((row) =>
        [
          wallets.get(row.id),
          row.binding,
          labels.get(row.id) ?? 'new',
          ...(row.stale_at === null ? [] : ['stale']),
          labels.get(row.cosigning_code ?? '') ?? '',
        ].join(' '),
      )
      .sort(),
    unlinked: rows.unlinked
      .map((row) => `${person(row.user_id)} ${labels.get(row.id) ?? 'new'}`)
      .sort(),
    attempts: rows.attempts
      .map((row) => {
        const state = stateOf({ now }, { state: row.state, until: row.expires_at })
        const isAsking = state === 'awaiting-consent'
        return [
          labels.get(row.id) ?? `new of ${person(row.user_id)}`,
          row.family,
          state,
          row.error_code,
          keyAt(row.account_address),
          wallets.get(row.wallet_id ?? '') ?? null,
          labels.get(row.request_code ?? '') ?? null,
          isAsking ? (asks.get(row.id) ?? null) : null,
          row.confirms_code === null ? null : (labels.get(row.confirms_code) ?? 'new'),
          row.cosigning_code === null ? null : (labels.get(row.cosigning_code) ?? 'new'),
        ].join(' ')
      })
      .sort(),
    requests: rows.requests
      .map((row) => `${labels.get(row.code) ?? 'new'} ${isOpen(row)} ${row.expires_at}`)
      .sort(),
    answers: rows.answers
      .map(
        (row) =>
          `${person(row.user_id)} ${labels.get(row.request_code) ?? 'new'} ${
            row.withdrawn_at === null
              ? (wallets.get(row.wallet_id ?? '') ?? 'no wallet')
              : 'withdrawn'
          }`,
      )
      .sort(),
    cards: rows.cards
      .filter((row) => row.revoked_at === null && row.wallet_id !== null)
      .map((row) => `${wallets.get(row.wallet_id ?? '')} ${labels.get(row.code) ?? 'new'}`)
      .sort(),
    multisigs: rows.multisigs.map(({ reading, checked_at }) => {
      const { threshold } = v.parse(ReadingSchema, reading)
      return `${threshold} ${checked_at}`
    }),
    cosignings: rows.cosignings
      .map((row) =>
        writeCosigning({
          label: labels.get(row.code) ?? 'new',
          starter: person(row.starter_id),
          state: presentCosigning({ state: row.state, until: row.expires_at }, now),
          remindAt: row.remind_at,
          confirmations: rows.confirmations
            .filter((one) => one.cosigning_code === row.code)
            .map((one) => `${keyAt(one.owner)} ${one.user_id && person(one.user_id)}`),
          viewers: rows.viewers
            .filter((one) => one.cosigning_code === row.code)
            .map((one) => `${person(one.user_id)} ${one.part}`),
        }),
      )
      .sort(),
    events: byMember(
      rows.events.map((row) => ({
        type: row.type,
        member: person(row.user_id),
        other: row.other_user_id === null ? null : person(row.other_user_id),
      })),
    ),
  }
}

/** `people`: the account of every member that is not named yet. */
export type Naming = { names: Names; people: ReadonlyMap<string, number>; now: number }

export function viewModel(model: Model, names: Names): ModelView {
  const { now } = model
  const person = (member: string) => (names.has(member) ? member : `new ${member.split('.')[0]}`)
  const label = (id: string) => (names.has(id) ? id : 'new')
  /** The cosigning that a link rests on, while it is stored. */
  const known = (id: string | undefined) =>
    model.cosignings.some((one) => one.id === id) && id !== undefined && names.has(id) ? id : ''
  const wallets = new Map(
    model.wallets.map((one) => [one.id, walletName(person(one.member), one.key)]),
  )
  return {
    members: model.members
      .filter((member) => member !== null)
      .map(person)
      .sort(),
    wallets: model.wallets
      .map((one) =>
        [
          wallets.get(one.id),
          one.binding,
          label(one.id),
          ...(one.isStale ? ['stale'] : []),
          known(one.agreed?.cosigning),
        ].join(' '),
      )
      .sort(),
    unlinked: model.unlinked.map((one) => `${person(one.member)} ${label(one.id)}`).sort(),
    attempts: model.attempts
      .map((one) =>
        [
          names.has(one.id) ? one.id : `new of ${person(one.member)}`,
          one.family,
          stateOf(model, one),
          one.code,
          one.account,
          wallets.get(one.wallet ?? '') ?? null,
          one.request === null ? null : label(one.request),
          stateOf(model, one) === 'awaiting-consent' ? one.asks : null,
          one.confirms === null ? null : label(one.confirms),
          one.cosigning === null ? null : label(one.cosigning),
        ].join(' '),
      )
      .sort(),
    requests: model.requests
      .map((one) => `${label(one.id)} ${!one.isClosed && one.until > now} ${one.until}`)
      .sort(),
    answers: model.answers
      .map(
        (one) =>
          `${person(one.member)} ${label(one.request)} ${
            one.isWithdrawn ? 'withdrawn' : (wallets.get(one.wallet ?? '') ?? 'no wallet')
          }`,
      )
      .sort(),
    cards: model.cards
      .filter((one) => !one.isRevoked && one.wallet !== null)
      .map((one) => `${wallets.get(one.wallet ?? '')} ${label(one.id)}`)
      .sort(),
    multisigs: model.multisig ? [`${model.multisig.threshold} ${model.multisig.readAt}`] : [],
    cosignings: model.cosignings
      .map((one) =>
        writeCosigning({
          label: label(one.id),
          starter: person(one.starter),
          state: presentCosigning(one, now),
          remindAt: one.remindAt,
          confirmations: one.confirmations.map(({ key, member }) => `${key} ${person(member)}`),
          viewers: one.viewers.map(({ member, part }) => `${person(member)} ${part}`),
        }),
      )
      .sort(),
    events: byMember(
      model.events.map(({ type, member, other }) => ({
        type,
        member: person(member),
        other: other === null ? null : person(other),
      })),
    ),
  }
}

type ViewedCosigning = {
  label: string
  starter: string
  state: string
  remindAt: number | null
  confirmations: string[]
  viewers: string[]
}

function writeCosigning({ label, starter, state, remindAt, ...lists }: ViewedCosigning): string {
  const { confirmations, viewers } = lists
  const people = [...confirmations.sort(), '|', ...viewers.sort()]
  return [label, starter, state, remindAt, ...people].join(' ')
}

function presentCosigning({ state, until }: { state: string; until: number }, now: number): string {
  return state === 'open' && until <= now ? 'expired' : state
}

const UPDATED = 'cosigning.updated'

/** The members of one change in a cosigning are notified in any order. */
function byMember(events: readonly { type: string; member: string; other: string | null }[]) {
  const lists: Record<string, string[]> = {}
  for (const { type, member, other } of events)
    for (const one of other === null ? [member] : [member, other])
      add((lists[one] ??= []), `${type} ${member} ${other ?? ''}`)
  return lists
}

function add(list: string[], event: string): void {
  const end = list.findLastIndex((one) => !one.startsWith(UPDATED)) + 1
  list.push(event)
  if (event.startsWith(UPDATED)) list.push(...list.splice(end).sort())
}

const byId = ({ id }: { id: string }) => id
const byCode = ({ code }: { code: string }) => code

/** Names what the model and the store agree on and what has no name yet. */
export function nameNew(rows: Rows, model: Model, { names, people }: Naming): void {
  const known = new Set(names.values())
  const name = (label: string, id: string | undefined) => {
    if (id === undefined || names.has(label) || known.has(id)) return
    names.set(label, id)
    known.add(id)
  }
  /** Each gets the first row that is like it and has no name. */
  const nameEach = <One extends { id: string }, Row>(
    ones: readonly One[],
    rows: readonly Row[],
    { id, is }: { id: (row: Row) => string; is: (row: Row, one: One) => boolean },
  ) => {
    for (const one of ones) {
      const row = rows.find((free) => !known.has(id(free)) && is(free, one))
      name(one.id, row && id(row))
    }
  }
  const isOf = (row: { user_id: string }, one: { member: string }) =>
    row.user_id === names.get(one.member)
  const members = model.members.flatMap((id) => (id === null ? [] : [{ id }]))
  nameEach(members, rows.users, {
    id: byId,
    is: (row, one) => `${people.get(row.id)}` === one.id.split('.')[0],
  })
  nameEach(model.wallets, rows.wallets, {
    id: byId,
    is: (row, one) => isOf(row, one) && keyAt(row.address) === one.key,
  })
  nameEach(model.requests, rows.requests, { id: byCode, is: () => true })
  nameEach(model.cosignings, rows.cosignings, {
    id: byCode,
    is: (row, one) => row.starter_id === names.get(one.starter),
  })
  nameEach(model.attempts, rows.attempts, {
    id: byId,
    is: (row, one) => isOf(row, one) && row.family === one.family,
  })
  nameEach(model.cards, rows.cards, {
    id: byCode,
    is: (row, one) => row.wallet_id === names.get(one.wallet ?? ''),
  })
}
