import type { TelegramAccount, WorldChat } from './snapshot.ts'

/** The people of the demo world: two scripts besides Latin, an id above 2^32, one without a username. The first runs the bot. */
export const PEOPLE = [
  {
    id: 412_087_331,
    firstName: 'Ada',
    lastName: 'Fisher',
    username: 'ada_fisher',
    languageCode: 'en',
    contact: 'none',
  },
  {
    id: 913_550_274,
    firstName: 'Илья',
    lastName: 'Воронов',
    username: 'ilya_voronov',
    languageCode: 'ru',
    contact: 'none',
  },
  {
    id: 7_120_446_985,
    firstName: 'نگار',
    lastName: null,
    username: null,
    languageCode: 'fa',
    contact: 'none',
  },
] as const satisfies readonly TelegramAccount[]

const ids: readonly [number, number, number] = [PEOPLE[0].id, PEOPLE[1].id, PEOPLE[2].id]
/** Their ids. */
export const [ADA, ILYA, NEGAR] = ids

/** A supergroup and forum with all the people and the bot in it. The first of the people alone administrates it. */
export const GROUP = {
  id: -1_002_130_774_551,
  title: 'Harbour Makers',
  topics: [
    { id: 4, name: 'Treasury' },
    { id: 7, name: 'Welcome' },
  ],
} as const

/** A basic group that the bot has never seen, and that the first of the people is not in. */
export const WEEKEND = { id: -4_027_551_306, title: 'Weekend Sailors' } as const

/** A supergroup that people must ask to join, with the first of them alone in it, and the bot as its guard. */
export const COUNCIL = { id: -1_001_884_620_317, title: 'Harbour Council' } as const

/** Below every id that Telegram gives to a chat. Source: https://core.telegram.org/api/bots/ids */
const FIRST_DIRECT_ID = -9_000_000_000_001

const OPEN = {
  isByRequest: false,
  isGuarded: false,
  botRights: { canInviteUsers: true, canManageTags: true },
  tags: [],
}

/** The chats at the start: three groups, and one chat between each two people. */
export function firstChats(): WorldChat[] {
  return [
    {
      ...GROUP,
      kind: 'supergroup',
      members: [ADA, ILYA, NEGAR],
      administrators: [ADA],
      bot: 'member',
      topics: [...GROUP.topics],
      formerId: null,
      ...OPEN,
    },
    {
      ...WEEKEND,
      kind: 'group',
      members: [ILYA, NEGAR],
      administrators: [ILYA],
      bot: 'absent',
      topics: [],
      formerId: null,
      ...OPEN,
    },
    {
      ...COUNCIL,
      kind: 'supergroup',
      members: [ADA],
      administrators: [ADA],
      bot: 'administrator',
      topics: [],
      formerId: null,
      ...OPEN,
      isByRequest: true,
      isGuarded: true,
    },
    ...[
      [ADA, ILYA],
      [ADA, NEGAR],
      [ILYA, NEGAR],
    ].map((members, index) => directChat(FIRST_DIRECT_ID - index, members)),
  ]
}

function directChat(id: number, members: number[]): WorldChat {
  return {
    id,
    kind: 'direct',
    title: '',
    members,
    administrators: [],
    bot: 'absent',
    topics: [],
    formerId: null,
    ...OPEN,
  }
}
