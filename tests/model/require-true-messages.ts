import { type ButtonPress, parsePress } from '#server/bot/callback-data.ts'
import { buttonsIn, type ChatButton } from './acts.ts'
import { requireNone } from './invariants.ts'
import type { Rows } from './look.ts'
import { ACCOUNTS } from './model.ts'
import { getPerson, type World } from './world.ts'

/** A button of a message, in the chat of an account with the bot. */
type Offer = ChatButton & { account: number }

/** All buttons that the bot shows. */
const listOffers = (world: World): Offer[] =>
  Array.from({ length: ACCOUNTS }, (_, account) =>
    buttonsIn(world, getPerson(account).id).map(({ messageId, data }) => ({
      account,
      messageId,
      data,
    })),
  ).flat()

const write = ({ account, messageId, data }: Offer) => `${account} ${messageId} ${data}`

/** Reads which buttons there are, to find those that come. */
export const readOffers = (world: World): ReadonlySet<string> =>
  new Set(listOffers(world).map(write))

type SentMessage = {
  rows: Rows
  /** The buttons that there were before. */
  before: ReadonlySet<string>
  /** Accounts by member. */
  people: ReadonlyMap<string, number>
}

/**
 * What a message of the bot offers to do can be done as it comes: its wallet is linked, or can come back; its question is open; its
 * answer stands; its member is one.
 */
export function requireTrueMessages(world: World, { rows, before, people }: SentMessage): void {
  requireNone(
    'the bot offers what is not so',
    listOffers(world)
      .filter((offer) => !before.has(write(offer)))
      .filter(({ account, data }) => {
        const press = parsePress(data)
        const members = press === undefined ? [] : listMembers(rows, press, world.clock.now)
        return !members.some((member) => people.get(member) === account)
      }),
  )
}

/** The members who can press the button. */
function listMembers(rows: Rows, press: ButtonPress, now: number): string[] {
  switch (press.type) {
    case 'unlink':
    case 'unlink-answer':
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
    case 'undo':
      return rows.unlinked.filter(({ id }) => id === press.walletId).map((row) => row.user_id)
    case 'delete':
      return rows.users.map(({ id }) => id)
  }
}
