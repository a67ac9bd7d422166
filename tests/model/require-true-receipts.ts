import { type ButtonPress, parsePress } from '#server/bot/callback-data.ts'
import { requireNone } from './invariants.ts'
import type { Rows } from './look.ts'
import { ACCOUNTS } from './model.ts'
import { getPerson, type World } from './world.ts'

const listMessages = ({ telegram }: World) =>
  Array.from({ length: ACCOUNTS }, (_, account) => telegram.messages(getPerson(account).id))

/** How many messages each account has in its chat with the bot. */
export const countMessages = (world: World): number[] =>
  listMessages(world).map((messages) => messages.length)

type Sent = {
  rows: Rows
  /** How many messages there were before. */
  before: readonly number[]
  /** Accounts by member. */
  people: ReadonlyMap<string, number>
}

/** What a receipt offers to do can be done: its wallet is linked, its question is open, its answer stands. */
export function requireTrueReceipts(world: World, { rows, before, people }: Sent): void {
  const sent = listMessages(world).flatMap((messages, account) =>
    messages
      .slice(before[account])
      .flatMap(({ keyboard }) => keyboard.flat())
      .flatMap((button) => ('callback_data' in button ? [parsePress(button.callback_data)] : []))
      .map((press) => ({ account, press })),
  )
  requireNone(
    'a receipt says what is not so',
    sent.filter(({ account, press }) => {
      const members = press === undefined ? [] : listMembers(rows, press, world.clock.now)
      return !members.some((member) => people.get(member) === account)
    }),
  )
}

/** The members who can press the button. */
function listMembers(rows: Rows, press: ButtonPress, now: number): string[] {
  switch (press.type) {
    case 'unlink':
      return rows.wallets.filter(({ id }) => id === press.walletId).map((row) => row.user_id)
    case 'consent': {
      const consent = rows.consents.find(({ attempt_id }) => attempt_id === press.attemptId)
      const isOpen = rows.attempts.some(
        ({ id, expires_at }) => id === consent?.attempt_id && expires_at > now,
      )
      const held = rows.wallets.filter(({ address }) => isOpen && address === consent?.address)
      return held.map((row) => row.user_id)
    }
    case 'withdraw':
      return rows.answers
        .filter((row) => row.request_code === press.requestCode && row.withdrawn_at === null)
        .map((row) => row.user_id)
    default:
      return []
  }
}
