import { describe, expect, test } from 'vitest'
import { LANGUAGES } from '#shared/languages.ts'
import { type EvmProblemCode, PROBLEM_CODES, type ProblemCode } from '#shared/problem.ts'
import { load as loadEvmMessages } from 'virtual:messages/evm'
import { loadMessages } from '#client/i18n/load-messages.ts'
import { PROBLEM_ACTIONS } from '#client/i18n/problem-action.ts'

const GAP = 'Harbour'

const isEvm = (code: ProblemCode): code is EvmProblemCode => code.startsWith('evm-')
const CODES = PROBLEM_CODES.filter(isEvm)

/** Every phrase by its path, with its gaps filled. */
function getPhrases(value: unknown, path = ''): [string, string][] {
  if (typeof value === 'string') return [[path, value]]
  if (isPhraseWithGap(value)) return getPhrases(value(GAP), path)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]) => getPhrases(part, `${path}.${key}`))
}

function isPhraseWithGap(value: unknown): value is (gap: string) => unknown {
  return typeof value === 'function'
}

describe.each(LANGUAGES)('%s', (language) => {
  test('has one sentence, one action and a short name for every EVM problem', async () => {
    const { problems: written, causes } = await loadEvmMessages(language)
    const wrongClock = written['evm-clock-wrong']({ way: 'ahead', amount: '3 min' })
    const problems = { ...written, 'evm-clock-wrong': wrongClock }
    const { actions } = await loadMessages(language)
    expect(CODES.length).toBeGreaterThan(10)
    const mute = CODES.filter(
      (code) =>
        !/^\p{L}.*[.!?]$/u.test(problems[code]) ||
        !/^\p{L}[^.]*$/u.test(causes[code]) ||
        !/\p{L}/u.test(actions[PROBLEM_ACTIONS[code]]),
    )
    expect(mute).toEqual([])
  })

  test('has no EVM sentence among the messages that every member loads', async () => {
    const main = getPhrases(await loadMessages(language))
    const messages =
      /\bEVM\b|\bEIP\b|Ethereum|WalletConnect|MetaMask|\bSafe\b|Polygon|Arbitrum|Optimism/iu
    expect(main.filter(([, phrase]) => messages.test(phrase))).toEqual([])
    expect(
      Object.keys((await loadMessages(language)).problems).filter((key) => key.startsWith('evm-')),
    ).toEqual([])
  })
})
