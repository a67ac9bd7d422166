import type { TellJoins, TellOutcome } from '#server/notifications/joins.ts'

/** What Telegram was told: `show`, an answer, or `tag owner · Safe`; and about whom, by Telegram's id. */
type Told = { what: string; person: string }

export type TestTellJoins = TellJoins & {
  told: Told[]
  /** What Telegram was told about a person, in order. */
  about(person: number): string[]
  /** How Telegram takes what comes next. */
  outcome: TellOutcome
}

/** Telegram's side of requests to join, as it takes what the server says about them. */
export function createTestTellJoins(): TestTellJoins {
  const told: Told[] = []
  const telegram: TestTellJoins = {
    told,
    outcome: { outcome: 'done' },
    about: (person) => told.filter((one) => one.person === String(person)).map(({ what }) => what),
    async show({ user }) {
      told.push({ what: 'show', person: user.telegramId })
      return telegram.outcome
    },
    async answer({ user }, answer) {
      told.push({ what: answer, person: user.telegramId })
      return telegram.outcome
    },
    async setTag({ user }, tag) {
      told.push({ what: `tag ${tag ?? 'none'}`, person: user.telegramId })
      return telegram.outcome
    },
  }
  return telegram
}
