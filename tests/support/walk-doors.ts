import type { Door } from '#shared/door.ts'
import { doorCode, joinCode } from '#shared/start-param.ts'
import type { Join } from '#shared/join.ts'
import type { ShownRule } from '#shared/door-rule.ts'
import { doorEn, en } from '#tests/support/messages.ts'
import type { DemoStage } from './demo-stage.ts'
import type { WalkScreen } from './walk-screen.ts'
import { SOMEBODY, closeSheet, goTo, press, see } from './walk-verbs.ts'

const JOINS = /\/api\/joins\//
const DOORS = /\/api\/doors\//
const ID = 'u'.repeat(22)
const CHAT = { title: 'Harbour Council' }
const AT = '2026-11-20T10:00:00.000Z'

const OWNER_RULE: ShownRule = {
  kind: 'owner',
  multisig: {
    id: 'm'.repeat(22),
    family: 'ton',
    kind: 'multisig-v2',
    network: '-239',
    address: `0:${'5a'.repeat(32)}`,
    threshold: 2,
    ownerCount: 3,
    proposers: 0,
    checkedAt: AT,
  },
}
const WALLET_RULE: ShownRule = { kind: 'wallet', family: 'ton', level: 'key', binding: 'text' }

const JOIN: Join = {
  id: ID,
  chat: CHAT,
  rule: OWNER_RULE,
  state: 'asked',
  why: 'no-wallet',
  isFinal: false,
  walletId: null,
  askedAt: AT,
}

const DOOR: Door = {
  chat: { id: ID, ...CHAT },
  door: {
    version: 2,
    rule: OWNER_RULE,
    tags: true,
    tagsRefused: true,
    setBy: SOMEBODY,
    setAt: AT,
  },
  missing: [],
  waiting: [{ id: ID, person: SOMEBODY, state: 'queued', why: 'chain-away', askedAt: AT }],
  ended: [{ id: ID, person: { firstName: 'نگار', username: null }, why: 'not-owner', endedAt: AT }],
}

/** Has the server answer so: what Telegram, chains and other people do is not on this walk. */
async function answerWith({ context }: DemoStage, path: RegExp, json: object): Promise<void> {
  await context.unroute(path)
  await context.route(path, (route) => route.fulfill({ json }))
}

async function showJoin(stage: DemoStage, changes: Partial<Join>, title: string): Promise<void> {
  await answerWith(stage, JOINS, { ...JOIN, ...changes })
  await goTo(stage, `/j/${joinCode(ID)}`)
  await see(stage, title)
  await stage.app.getByText(en.connect.account).waitFor()
}

async function showDoor(stage: DemoStage, changes: Partial<Door>): Promise<void> {
  await answerWith(stage, DOORS, { ...DOOR, ...changes })
  await goTo(stage, `/d/${doorCode(ID)}`)
  await see(stage, doorEn.door.title(CHAT.title))
  await see(stage, doorEn.door.who)
}

/** The screens of a group's door, for who asks to join and for its administrators. */
export const DOOR_SCREENS: readonly WalkScreen[] = [
  {
    name: 'join',
    title: 'A request to join a group, before a wallet meets its rule',
    reach: ({ stage }) => showJoin(stage, {}, doorEn.join.title(CHAT.title)),
  },
  {
    name: 'join-wallet-rule',
    title: 'The same, where any proven wallet of a kind is asked for',
    reach: ({ stage }) => showJoin(stage, { rule: WALLET_RULE }, doorEn.join.title(CHAT.title)),
  },
  {
    name: 'join-reading',
    title: 'A request to join while the chain is read',
    reach: ({ stage }) => showJoin(stage, { why: 'reading' }, doorEn.join.reading.name),
  },
  {
    name: 'join-queued',
    title: 'A request to join that people decide',
    reach: ({ stage }) =>
      showJoin(stage, { state: 'queued', why: 'chain-away' }, doorEn.join.queued('').name),
  },
  {
    name: 'join-approved',
    title: 'A request to join that was approved',
    reach: ({ stage }) =>
      showJoin(stage, { state: 'approved', why: 'proven' }, doorEn.join.approved(CHAT.title).name),
  },
  {
    name: 'join-declined',
    title: 'A request to join that the operator’s program declined',
    reach: ({ stage }) =>
      showJoin(stage, { state: 'declined', why: 'host' }, doorEn.join.declined.name),
  },
  {
    name: 'join-over',
    title: 'A request to join that is over',
    reach: ({ stage }) =>
      showJoin(
        stage,
        { state: 'withdrawn', why: 'closed-there' },
        doorEn.join.over['closed-there'].name,
      ),
  },
  {
    name: 'door',
    title: 'The door of a group: who waits, and for whom it opened',
    reach: ({ stage }) => showDoor(stage, {}),
  },
  {
    name: 'door-off',
    title: 'The door of a group that is off, and what the bot lacks',
    reach: ({ stage }) =>
      showDoor(stage, {
        door: null,
        missing: ['administrator', 'guard', 'invite'],
        waiting: [],
        ended: [],
      }),
  },
  {
    name: 'door-exactly',
    title: 'Which wallets a door asks for',
    async reach({ stage }) {
      await stage.app.getByText(doorEn.door.level).click()
      await stage.app.getByText(en.wallet.levels.quorum.name).waitFor()
    },
  },
  {
    name: 'door-find',
    title: 'A multisig for a door, by its address',
    async reach({ stage }) {
      await stage.app.getByText(doorEn.door.kinds.owner.name).click()
      await press(stage, doorEn.door.find)
      await stage.app.getByRole('dialog').waitFor()
    },
    async leave({ stage }) {
      await closeSheet(stage)
      await stage.context.unroute(JOINS)
      await stage.context.unroute(DOORS)
      await goTo(stage, '/')
    },
  },
]
