import { describe, expect, test } from 'vitest'
import { LANGUAGES } from '#shared/languages.ts'
import { PROBLEM_CODES } from '#shared/problem.ts'
import { loadMessages } from '#client/i18n/load-messages.ts'
import { EVM_ATTEMPT } from '#tests/support/fake-api.ts'
import { createFakeTelegram } from '#tests/support/fake-telegram.ts'
import { BOOT, createReadyServer, EVM_BOOT, openApp } from '#tests/support/open-app.tsx'
import { until } from '#tests/support/until.ts'

const EVM_CODES = PROBLEM_CODES.filter((code) => code.startsWith('evm-'))

/** The screen of an attempt that failed of this. */
function openFailure(code: (typeof PROBLEM_CODES)[number], languageCode: string, boot = EVM_BOOT) {
  const server = createReadyServer()
  server.attempt.current = { ...EVM_ATTEMPT, state: 'failed', errorCode: code }
  const member = { initData: 'signed', telegramId: '1001', firstName: 'Ada', languageCode }
  const telegram = createFakeTelegram({ launch: { place: 'telegram', ...member } })
  return openApp({ boot, server, telegram, route: { screen: 'attempt', id: EVM_ATTEMPT.id } })
}

const sentenceOn = ({ container }: ReturnType<typeof openFailure>) =>
  container.querySelector('.hero-text')?.textContent ?? ''

describe.each(LANGUAGES)('in %s', (language) => {
  test('each problem with an EVM wallet has a sentence and an action of its own', async () => {
    const { attempt } = await loadMessages(language)
    const sentences = new Set<string>()
    for (const code of EVM_CODES) {
      const app = openFailure(code, language)
      await until(() => expect(sentenceOn(app)).toMatch(/[.!?]$/u))
      await until(() => expect(app.telegram.mainButton()?.text).toMatch(/\p{L}/u))
      expect(app.text()).toContain(attempt.failed)
      sentences.add(sentenceOn(app))
    }
    expect(sentences.size).toBe(EVM_CODES.length)
  })
})

test('where no word about EVM is served, the general sentence stands in', async () => {
  const app = openFailure('evm-relay-unreachable', 'en', BOOT)
  await until(() => expect(app.text()).toContain('Not linked'))
  expect(sentenceOn(app)).toBe('That did not work')
  await until(() => expect(app.telegram.mainButton()).toMatchObject({ text: 'Try again' }))
})
