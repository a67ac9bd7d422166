import { expect, test } from 'vitest'
import { createAttempt } from '#shared/api/create-attempt.ts'
import { updateAttempt } from '#shared/api/update-attempt.ts'
import type { EvmPolicy } from '#shared/boot.ts'
import { LANGUAGES } from '#shared/languages.ts'
import type { ProblemCode } from '#shared/problem.ts'
import { ApiError } from '#client/api/api-error.ts'
import { loadMessages } from '#client/i18n/load-messages.ts'
import { startAppServer } from '#tests/support/app-server.ts'
import { createFakeTelegram } from '#tests/support/fake-telegram.ts'
import { createFakeWalletConnector } from '#tests/support/fake-wallet-connector.ts'
import { openMemberApp } from '#tests/support/open-member-app.tsx'
import { until } from '#tests/support/until.ts'
import { ADA } from '#tests/support/people.ts'

/** Opens, in this language, the screen of an EVM attempt that failed of this. */
async function startFailing(language: string, evm: EvmPolicy = 'in-app') {
  const server = await startAppServer({ evm })
  const account = { ...ADA, language_code: language }
  const { api } = await server.visit(account)
  return async (errorCode: ProblemCode) => {
    server.server.clock.now += 10 * 60_000
    const family = evm === 'off' ? 'ton' : 'evm'
    const { id } = await api.call(createAttempt, { body: { family } })
    await api.call(updateAttempt, { id, body: { state: 'failed', errorCode } })
    const telegram = createFakeTelegram({ launch: server.launch(account) })
    return openMemberApp(server, { telegram, route: { screen: 'attempt', id } })
  }
}

const sentenceOn = ({ container }: ReturnType<typeof openMemberApp>) =>
  container.querySelector('.hero-text')?.textContent ?? ''

test.each(LANGUAGES)(
  'in %s a failed attempt shows what happened and one action',
  async (language) => {
    const { attempt } = await loadMessages(language)
    const openFailure = await startFailing(language)
    // The sentence of the second one names the operator's chains.
    for (const code of ['evm-relay-unreachable', 'evm-chain-unsupported'] as const) {
      const app = await openFailure(code)
      await until(() => expect(sentenceOn(app)).toMatch(/[.!?]$/u))
      await until(() => expect(app.telegram.mainButton()?.text).toMatch(/\p{L}/u))
      expect(app.text()).toContain(attempt.failed)
    }
  },
)

test.each([
  [3 * 60_000, 'clock is 3 min ahead'],
  [-26 * 3_600_000, 'clock is 1 day behind'],
  [0, 'clock of the device was wrong'],
])('a device whose clock is off by %i ms reads by how much', async (clockError, words) => {
  const server = await startAppServer({ evm: 'in-app' })
  const library = Promise.reject(new ApiError('evm-clock-wrong'))
  library.catch(() => {})
  const evm = createFakeWalletConnector({ library })
  const app = openMemberApp(server, { evm, clockError, route: { screen: 'connect' } })
  await app.tap('MetaMask')
  await app.sees(words)
  await app.sees('Try again')
})

test('the general sentence replaces that of an EVM problem where EVM is not served', async () => {
  const app = await (await startFailing('en', 'off'))('evm-relay-unreachable')
  await app.sees('Not linked')
  expect(sentenceOn(app)).toBe('That did not work')
  await app.seesMain('Try again')
})
