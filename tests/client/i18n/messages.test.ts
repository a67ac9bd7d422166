import { describe, expect, test } from 'vitest'
import { type Language, LANGUAGES } from '#shared/languages.ts'
import { type FurtherProblemCode, PROBLEM_CODES, type ProblemCode } from '#shared/problem.ts'
import { formatCountdown, formatDate } from '#client/i18n/format.ts'
import { loadMessages } from '#client/i18n/load-messages.ts'
import { load as loadSigningMessages } from 'virtual:messages/signing'
import { PROBLEM_ACTIONS } from '#client/i18n/problem-action.ts'

const ADDRESS = 'UQAB…wxyz'
/** Problems of a wallet's answer, and of the proof that it made, have messages of their own: in `signing`, `evm` and `multisig`. */
function isCommon(code: ProblemCode): code is Exclude<ProblemCode, FurtherProblemCode> {
  return !/^(?:evm|ton|multisig|cosign|proof)-|-elsewhere$/u.test(code)
}

describe.each(LANGUAGES)('%s', (language) => {
  test('has one sentence and one action for every problem', async () => {
    const { problems, actions } = await loadMessages(language)
    const codes = PROBLEM_CODES.filter(isCommon)
    expect(Object.keys(problems).sort()).toEqual(codes.toSorted())
    const mute = codes.filter(
      (code) =>
        !/^\p{L}.*[.!?]$/u.test(problems[code]) || !/\p{L}/u.test(actions[PROBLEM_ACTIONS[code]]),
    )
    expect(mute).toEqual([])
  })

  test('has one sentence for every problem of a proof and of a wallet that another account holds', async () => {
    const { problems } = await loadSigningMessages(language)
    const codes = PROBLEM_CODES.filter((code) => /^(?:ton|proof)-|-elsewhere$/u.test(code))
    expect(Object.keys(problems).sort()).toEqual(codes.toSorted())
    for (const sentence of Object.values(problems)) expect(sentence).toMatch(/^\p{L}.*[.!?]$/u)
  })

  test('has questions that fit into Telegram’s popup', async () => {
    const { home, attempt, wallet, settings } = await loadMessages(language)
    const questions = [
      home.letGoAsk(ADDRESS),
      attempt.leaveAsk,
      wallet.unlinkAsk(ADDRESS),
      settings.deleteAsk(10),
    ]
    for (const { title, message, confirm } of questions) {
      expect(title.length).toBeLessThanOrEqual(64)
      expect(message.length).toBeLessThanOrEqual(256)
      expect(confirm.length).toBeLessThanOrEqual(64)
    }
  })
})

async function ask(language: Language, wallets: number): Promise<string> {
  return (await loadMessages(language)).settings.deleteAsk(wallets).message
}

test('numbers use the plural form and the digits of the language', async () => {
  expect(await ask('en', 1)).toContain('1 linked wallet ')
  expect(await ask('en', 2)).toContain('2 linked wallets ')
  expect(await ask('ru', 1)).toContain('1 привязанный кошелёк')
  expect(await ask('ru', 3)).toContain('3 привязанных кошелька')
  expect(await ask('ru', 5)).toContain('5 привязанных кошельков')
  expect(await ask('fa', 5)).toContain('۵')
})

test('times follow the conventions of the language', () => {
  expect(formatCountdown('en', 65_999)).toBe('1:05')
  expect(formatCountdown('fa', 65_000)).toBe('۱:۰۵')
  expect(formatDate('en', '2026-11-20T12:00:00.000Z')).toBe('Nov 20, 2026')
  expect(formatDate('fa', '2026-11-20T12:00:00.000Z')).toContain('۱۴۰۵')
})
