import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { exportMe } from '#shared/api/export-me.ts'
import { evmChainName } from '#shared/evm-chains.ts'
import { type Language, LANGUAGES } from '#shared/languages.ts'
import { PROBLEM_CODES, PROBLEMS, type ProblemCode } from '#shared/problem.ts'
import { load as loadEvmMessages } from 'virtual:messages/evm'
import { formatAlternatives } from '#client/i18n/format-alternatives.ts'
import { loadMessages } from '#client/i18n/load-messages.ts'
import { loadLaterSentences } from '#client/screens/problem/later-sentences.ts'
import { PROBLEM_ACTIONS } from '#client/i18n/problem-action.ts'
import { type AppServer, serveApp } from '#tests/support/app-server.ts'
import { createEmptyEvmChains } from '#tests/support/evm-rpc.ts'
import { createFakeTelegram } from '#tests/support/fake-telegram.ts'
import { type MemberApp, openMemberApp } from '#tests/support/open-member-app.tsx'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { until } from '#tests/support/until.ts'
import { SCENES } from './problem-scenes.ts'
import { ADA } from '#tests/support/people.ts'

/** Names that are written the same in every language. */
const NAMES = /Telegram|WalletConnect|TON|EVM|Safe|Ethereum|Base|Clasp <test>|@ada|Ada/gu

const EVM_CODES = PROBLEM_CODES.filter((code) => code.startsWith('evm-'))

/** The problem's sentence in the language's own file. */
async function getSentence(code: ProblemCode, language: Language): Promise<string> {
  const common: Partial<Record<string, string>> = (await loadMessages(language)).problems
  const own = common[code] ?? (await loadLaterSentences(language))[code]
  if (own === undefined) return expect.fail(`${language} has no sentence for ${code}`)
  return typeof own === 'function' ? own(0) : own
}

/** The sentence as a failed attempt shows it. One of them names the operator's chains there. */
async function getFailure(code: ProblemCode, language: Language): Promise<string> {
  if (code !== 'evm-chain-unsupported') return getSentence(code, language)
  const names = createEmptyEvmChains().ids.map((id) => evmChainName(id))
  return (await loadEvmMessages(language)).otherChain(formatAlternatives(language, names))
}

type PressableAction = { label: string; press: () => void }

/** Every control on the screen that can be pressed, with Telegram's own button. */
function actionsOn({ container, telegram }: MemberApp): PressableAction[] {
  const drawn = [...container.querySelectorAll<HTMLElement>('main button, main a')].map(
    (control) => ({ label: control.textContent, press: () => control.click() }),
  )
  const shown = telegram.mainButton()
  const native = shown && { label: shown.text, press: () => telegram.pressMainButton() }
  return native === null ? drawn : [...drawn, native]
}

/** The state that a press can change: the screen, calls, prepared wallets, opened links, the end. */
function getTrace({ sent }: AppServer, { router, wallets, telegram }: MemberApp): string {
  return JSON.stringify([router.route.get(), sent.length, wallets.prepared.length, telegram.opened])
}

let running: TestServer | undefined

beforeAll(async () => {
  running = await startTestServer({ evm: 'in-app', evmChains: createEmptyEvmChains() })
})
afterEach(() => void vi.restoreAllMocks())
afterAll(() => running?.close())

/** The one server of all tests, over a wire of the test's own. */
function useServer(): AppServer {
  return running ? serveApp(running) : expect.fail('the server does not run')
}

/** Telegram ids of the members, one a problem. */
const FIRST_ID = 10_000

describe('on its own screen', () => {
  const language = 'en'

  test.each(PROBLEM_CODES)('%s has a sentence and one action that leads on', async (code) => {
    const { actions } = await loadMessages(language)
    const index = PROBLEM_CODES.indexOf(code)
    const server = useServer()
    const account = { ...ADA, id: FIRST_ID + index }
    const hasMainButton = index % 2 === 0
    const app = await SCENES[code]({ server, account, language, code, hasMainButton })
    const sentence = await getFailure(code, language)
    await app.sees(sentence)
    await until(() => expect(app.services.announcement.get()).toContain(sentence))
    expect(app.container.querySelectorAll('h1')).toHaveLength(1)
    await until(() => expect(actionsOn(app)).toHaveLength(1))
    const [action] = actionsOn(app)
    expect(Object.values(actions)).toContain(action?.label)
    await expectToLeadOn(server, app, action)
  })
})

describe.each(LANGUAGES)('in %s', (language) => {
  test('each problem of an action is shown on its screen, and leads on', async () => {
    const server = useServer()
    const launch = server.launch({
      ...ADA,
      id: FIRST_ID - 1 - LANGUAGES.indexOf(language),
      language_code: language,
    })
    const telegram = createFakeTelegram({ launch })
    const app = openMemberApp(server, { telegram, route: { screen: 'settings' } })
    const { settings, actions } = await loadMessages(language)
    await app.sees(settings.exportData)
    for (const code of PROBLEM_CODES.filter((each) => PROBLEMS[each].status > 0)) {
      server.refuse(exportMe, code)
      app.press(settings.exportData)
      const sentence = await getSentence(code, language)
      await app.sees(sentence)
      await app.settles()
      // Every member can tap again, except one whose session has ended.
      if (PROBLEM_ACTIONS[code] !== 'reopen') continue
      const opened = telegram.opened.length
      app.press(actions.reopen)
      expect(telegram.opened).toHaveLength(opened + 1)
    }
  })

  test('each problem with an EVM wallet has a sentence of its own', async () => {
    const sentences = await Promise.all(EVM_CODES.map((code) => getFailure(code, language)))
    expect(new Set(sentences).size).toBe(EVM_CODES.length)
  })

  test.each(PROBLEM_CODES)(
    'the sentence and the action of %s have no words of another language',
    async (code) => {
      const action = (await loadMessages(language)).actions[PROBLEM_ACTIONS[code]]
      expect(action).toMatch(/\p{L}/u)
      for (const get of [getSentence, getFailure]) {
        const sentence = await get(code, language)
        expect(sentence).toMatch(/^\p{L}.*[.!?]$/u)
        expectOnly(language, `${sentence} ${action}`)
      }
    },
  )
})

/** The text has no words of another language. */
function expectOnly(language: Language, text: string): void {
  const foreign = text.replaceAll(NAMES, '')
  if (language === 'ru') expect(foreign).not.toMatch(/[a-z]{2}|[\u0600-\u06ff]/iu)
  if (language === 'fa') expect(foreign).not.toMatch(/[a-z]{2}|[а-яё]/iu)
  if (language === 'es') expect(foreign).not.toMatch(/\b(?:the|wallet|again|your|not)\b/iu)
}

/** A press does something, and where the same problem comes again, the server got another call. */
async function expectToLeadOn(
  server: AppServer,
  app: MemberApp,
  action: PressableAction | undefined,
): Promise<void> {
  const before = getTrace(server, app)
  action?.press()
  // Immediately, because the app's automatic retries come later.
  await vi.waitFor(() => expect(getTrace(server, app)).not.toBe(before), {
    interval: 5,
    timeout: 500,
  })
}

test('every problem has a screen of its own, and every screen has a problem', () => {
  expect(Object.keys(SCENES).toSorted()).toEqual(PROBLEM_CODES.toSorted())
})
