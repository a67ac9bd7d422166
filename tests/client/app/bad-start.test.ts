import { describe, expect, test } from 'vitest'
import { createTelegram } from '#client/telegram/create-telegram.ts'
import { startAppServer } from '#tests/support/app-server.ts'
import { encodeFields, launchFields, signInitData } from '#tests/support/init-data.ts'
import { openMemberApp } from '#tests/support/open-member-app.tsx'
import { FRAME_ORIGINS, openTestMessenger } from '#tests/support/test-messenger.ts'
import { BOT_TOKEN } from '#tests/support/test-server.ts'
import { until } from '#tests/support/until.ts'
import { en } from '#tests/support/messages.ts'
import { ADA } from '#tests/support/people.ts'

/** Milliseconds since the epoch, on the server's clock. */
type Now = number
type SignOptions = { user?: Record<string, unknown>; ageS?: number; token?: string }

const HOUR_S = 3_600

function signed(now: Now, { user = ADA, ageS = 0, token = BOT_TOKEN }: SignOptions = {}): string {
  return signInitData({ botToken: token, user, authDate: Math.floor(now / 1_000) - ageS })
}

const getFields = (now: Now, other?: Record<string, string>) => launchFields(signed(now), other)

const withOther = (other: Record<string, string>) => (now: Now) =>
  encodeFields(getFields(now, other))
const withData = (data: (now: Now) => string) => (now: Now) =>
  encodeFields(getFields(now, { tgWebAppData: data(now) }))
const withUser = (user: Record<string, unknown>) =>
  withData((now) => signed(now, { user: { ...ADA, ...user } }))
const without = (lacking: string) => (now: Now) =>
  encodeFields(getFields(now).filter(([name]) => name !== lacking))

const ODD_COLOURS = {
  bg_color: 'rebeccapurple',
  secondary_bg_color: '#fff',
  text_color: '#12345678',
  hint_color: 7,
  link_color: null,
  button_color: { r: 1 },
  'x;--bg': '#000000',
  header_bg_color: 'url(https://x.example/)',
}

const HOME = en.home.connect
const OUTSIDE = en.outside.open
const UNSIGNED = en.unsigned.open

/** A damaged fragment, and the messages with which the page goes on. */
const STARTS: [name: string, fragment: (now: Now) => string, words: string][] = [
  ['no parameters', () => '', OUTSIDE],
  ['parameters that are no parameters', () => '%E0%A4%A&&&==&tgWebApp', OUTSIDE],
  [
    'parameters cut off within the data',
    (now) => encodeFields(getFields(now)).slice(0, 120),
    OUTSIDE,
  ],
  [
    'parameters cut off within the theme',
    (now) => encodeFields(getFields(now)).slice(0, -25),
    HOME,
  ],
  ['every parameter twice', (now) => encodeFields([...getFields(now), ...getFields(now)]), HOME],
  [
    'data of another after the member’s own',
    (now) => encodeFields([...getFields(now), ['tgWebAppData', signed(now, { token: '1:x' })]]),
    UNSIGNED,
  ],
  ['no version', without('tgWebAppVersion'), HOME],
  ['a version of the future', withOther({ tgWebAppVersion: '99.12' }), HOME],
  ['a version that is none', withOther({ tgWebAppVersion: '∞' }), HOME],
  [
    'a platform of the future and a parameter nobody knows',
    withOther({ tgWebAppPlatform: 'visionos', tgWebAppDepth: '3' }),
    HOME,
  ],
  ['no theme', without('tgWebAppThemeParams'), HOME],
  ['odd colours', withOther({ tgWebAppThemeParams: JSON.stringify(ODD_COLOURS) }), HOME],
  ['a theme that is a list', withOther({ tgWebAppThemeParams: '[1]' }), HOME],
  ['a theme that is null', withOther({ tgWebAppThemeParams: 'null' }), HOME],
  ['a language that does not exist', withUser({ language_code: 'tlh-Latn-x-qa' }), HOME],
  ['a language with nothing in it', withUser({ language_code: '' }), HOME],
  [
    'a name of a thousand characters that turns the text around',
    withUser({ first_name: `\u202e${'W'.repeat(1_000)}` }),
    HOME,
  ],
  ['no signed data', without('tgWebAppData'), UNSIGNED],
  ['data that names nobody', withOther({ tgWebAppData: 'hash=ab' }), UNSIGNED],
  [
    'data cut off within its hash',
    withData((now) => signed(now).slice(0, -5)),
    en.problems['init-data-malformed'],
  ],
  [
    'data with one field twice',
    withData((now) => `${signed(now)}&user=%7B%7D`),
    en.problems['init-data-malformed'],
  ],
  [
    'data that another bot’s Telegram has signed',
    withData((now) => signed(now, { token: '1:x' })),
    en.problems['init-data-invalid'],
  ],
  [
    'data of two hours ago',
    withData((now) => signed(now, { ageS: 2 * HOUR_S })),
    en.problems['init-data-expired'],
  ],
  [
    'data of tomorrow',
    withData((now) => signed(now, { ageS: -24 * HOUR_S })),
    en.problems['init-data-from-future'],
  ],
]

describe('a client that never answers opens the app with', () => {
  test.each(STARTS)('%s, and the page still offers a way on', async (_, fragment, messages) => {
    const server = await startAppServer()
    const messenger = openTestMessenger({ hash: fragment(server.server.clock.now), path: '/' })
    const app = openMemberApp(server, { client: createTelegram(FRAME_ORIGINS) })
    await app.sees(messages)
    const isMainShown = () => messenger.getData('web_app_setup_main_button').length > 0
    await until(() => expect(app.buttons().length > 0 || isMainShown()).toBe(true))
  })
})
