import { buildProof, getDigest } from '#server/proofs/build-proof.ts'
import { verifyProof } from '#proof/verify-proof.ts'
import { writeProof } from '#server/proofs/build-proof.ts'
import type { History } from './history.ts'
import { requireNone } from './invariants.ts'
import { readRows, type Rows } from './look.ts'
import { ACCOUNTS } from './model.ts'
import { isNamed } from './world.ts'

const DAY = 24 * 60 * 60_000
/** More than the tries of a delivery and of a receipt take with all their pauses. */
const ROUNDS = 60

/** What holds once everything that was due has come: of deliveries, receipts, evidence, and of who is gone. */
export async function requireEnd(history: History): Promise<void> {
  await history.answerDeliveries(204)
  await settleAll(history)
  await history.pollEvents(0)
  requireDelivered(history)
  await requireEvidence(history)
  await requireGone(history)
}

/** Every receipt and every delivery ends. */
async function settleAll(history: History): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { events } = await readRows(history.world)
    const due = events
      .flatMap(({ notify_at, deliver_at, waits_behind }) =>
        waits_behind === 0 ? [notify_at, deliver_at] : [notify_at],
      )
      .filter((at) => at !== null)
    if (due.length === 0) return
    const wait = Math.min(...due) - history.world.clock.now
    if (wait > DAY)
      throw new Error(`a receipt or a delivery waits for ${Math.round(wait / DAY)} days`)
    if (wait > 0) await history.wait(wait)
    await history.notify(round % 2, null)
  }
  throw new Error('a receipt or a delivery has no end')
}

/** At least once, nothing that did not happen, and the events of one member in their order. */
function requireDelivered({ world, seen, polled }: History): void {
  const { accepted } = world.receiver
  requireNone(
    'the host got an event that never was',
    [...world.receiver.ids(), ...polled].filter((id) => !seen.has(id)),
  )
  const first = new Map<string, number>()
  accepted.forEach((id, at) => first.has(id) || first.set(id, at))
  const delivered = [...seen.values()].filter(
    ({ delivery, id }) => delivery === 'delivered' && !first.has(id),
  )
  requireNone('an event counts as delivered that never arrived', delivered)
  const arrived = [...seen.values()].filter(({ id }) => first.has(id))
  for (const one of arrived)
    for (const other of arrived) {
      const isLater =
        one.sequence < other.sequence && (first.get(one.id) ?? 0) > (first.get(other.id) ?? 0)
      if (isLater && sharesMember(one, other))
        throw new Error(`the host got ${other.type} before ${one.type} of the same member`)
    }
}

type EventPeople = Pick<Rows['events'][number], 'user_id' | 'other_user_id'>

function sharesMember(one: EventPeople, other: EventPeople): boolean {
  const members = new Set([other.user_id, other.other_user_id])
  return members.has(one.user_id) || (one.other_user_id !== null && members.has(one.other_user_id))
}

/** No link is without evidence that a stranger's verifier accepts. */
async function requireEvidence({ world, latest }: History): Promise<void> {
  const { now } = world.clock
  for (const { id, level } of (await readRows(world)).wallets) {
    const stored = await world.store.handOutProof(id, getDigest, now)
    const document = stored && buildProof(stored, now)
    // Owners of a multisig may not show their names.
    if (!document && level === 'quorum') continue
    if (!document) throw new Error('a link has no evidence')
    const { verdict } = await verifyProof(writeProof(document), { now: latest() })
    if (verdict === 'refused' || verdict === 'unreadable')
      throw new Error(`the evidence of a link is ${verdict}`)
  }
}

/** Who deleted everything is in no table, queue and log line; nobody's data is in a log line. */
async function requireGone({ world, people }: History): Promise<void> {
  const users = await world.reader.read.selectFrom('users').select('id').execute()
  const gone = new Set<unknown>(people.keys())
  for (const { id } of users) gone.delete(id)
  for (const [table, rows] of Object.entries(await world.dump())) {
    const mayStay = (row: Record<string, unknown>) =>
      table === 'events' && row['type'] === 'user.deleted'
    const left = rows.filter(
      (row) => !mayStay(row) && Object.values(row).some((value) => gone.has(value)),
    )
    requireNone(`${table} has rows of a member who is gone`, left)
  }
  for (let account = 0; account < ACCOUNTS; account += 1) {
    const named = world.logLines.filter((line) => isNamed(account, line))
    requireNone('a log line names a person', named)
  }
}
