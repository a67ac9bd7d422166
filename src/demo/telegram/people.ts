import type { Account } from './snapshot.ts'

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
] as const satisfies readonly Account[]

/** A group with all the people and the bot in it; the first of the people owns it. */
export const GROUP = { id: -1_002_130_774_551, title: 'Harbour Makers' } as const
