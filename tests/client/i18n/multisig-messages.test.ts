import { describe, expect, test } from 'vitest'
import { LANGUAGES } from '#shared/languages.ts'
import { type MultisigProblemCode, PROBLEM_CODES, type ProblemCode } from '#shared/problem.ts'
import { load as loadEvmMessages } from 'virtual:messages/evm'
import { loadMessages } from '#client/i18n/load-messages.ts'
import { load as loadMultisigMessages } from 'virtual:messages/multisig'
import { PROBLEM_ACTIONS } from '#client/i18n/problem-action.ts'

const isMultisig = (code: ProblemCode): code is MultisigProblemCode =>
  code.startsWith('multisig-') || code.startsWith('cosign-')
const CODES = PROBLEM_CODES.filter(isMultisig)

describe.each(LANGUAGES)('%s', (language) => {
  test('has one sentence and one action for every problem with a multisig', async () => {
    const { problems } = await loadMultisigMessages(language)
    const { actions } = await loadMessages(language)
    expect(Object.keys(problems).sort()).toEqual(CODES.toSorted())
    const mute = CODES.filter(
      (code) =>
        !/^\p{L}.*[.!?]$/u.test(problems[code]) || !/\p{L}/u.test(actions[PROBLEM_ACTIONS[code]]),
    )
    expect(mute).toEqual([])
  })

  test('mentions no EVM wallets in the messages of multisigs, because they may not be offered', async () => {
    const messages = JSON.stringify(await loadMultisigMessages(language))
    expect(messages).not.toMatch(/\bEVM\b|\bEIP\b|\bERC\b|Ethereum|\bSafe\b/u)
  })

  test('shows how many owners must agree wherever it describes a multisig', async () => {
    const { mustAgree, ratio, tonKindWithOwners } = await loadMultisigMessages(language)
    const { safe } = await loadEvmMessages(language)
    const counts = { threshold: '2', owners: '3' }
    const phrases = [
      tonKindWithOwners(counts),
      safe.kindWithOwners(counts),
      ratio({ part: '2', whole: '3' }),
      mustAgree({ threshold: '2', owners: 3 }),
    ]
    const digits = phrases.map((phrase) => phrase.replaceAll('۳', '3').replaceAll(/[^23]/gu, ''))
    expect(digits).toEqual(['23', '23', '23', '23'])
  })
})

test('numbers of owners use the plural form and the digits of the language', async () => {
  const [en, ru, fa] = await Promise.all([
    loadMultisigMessages('en'),
    loadMultisigMessages('ru'),
    loadMultisigMessages('fa'),
  ])
  expect(en.mustAgree({ threshold: '1', owners: 1 })).toBe('1 of 1 owner must agree')
  expect(ru.mustAgree({ threshold: '2', owners: 3 })).toBe('Нужно согласие 2 из 3 владельцев')
  expect(ru.mustAgree({ threshold: '1', owners: 21 })).toBe('Нужно согласие 1 из 21 владельца')
  expect(ru.toAccount(2)).toContain('2 владельца')
  expect(ru.toAccount(5)).toContain('5 владельцев')
  expect(fa.toQuorum(2)).toContain('۲')
})
