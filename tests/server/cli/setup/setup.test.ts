import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { parseEnv } from 'node:util'
import { beforeEach, describe, expect, test } from 'vitest'
import { ADA, ILYA, NEGAR } from '#demo/telegram/people.ts'
import { keys } from '#server/cli/keys.ts'
import { migrate } from '#server/cli/migrate.ts'
import { createSetup } from '#server/cli/setup/setup.ts'
import { ADMIN_LINK_TTL_MS, readAdminLink } from '#server/admins/admin-link.ts'
import { createFieldCipher } from '#server/store/database/field-cipher.ts'
import { parseConfig } from '#server/config/config.ts'
import { createScriptedPerson, type ScriptedPerson } from '#tests/support/scripted-person.ts'
import { BOT_TOKEN, PUBLIC_URL, setStage, type BotStage } from '../../bot/bot-harness.ts'
import type { Ran } from '#tests/support/new-operator.ts'
import { openTerminal, type Terminal } from '../terminal.ts'

const PROJECT = '0123456789abcdef0123456789abcdef'
const NOBODY = createScriptedPerson([])
const FLAGS = ['--public-url', PUBLIC_URL, '--evm', 'off', '--yes']

let stage: BotStage
let terminal: Terminal
let setUp: (...args: string[]) => Promise<Ran>
beforeEach(() => setTheTable())

/** A terminal at which only the token and the address of the simulated Bot API are set. */
async function setTheTable(person?: ScriptedPerson): Promise<void> {
  stage = await setStage()
  terminal = await openTerminal({ BOT_TOKEN, TELEGRAM_API_ROOT: stage.apiRoot })
  terminal.isInteractive = person !== undefined
  const setup = createSetup(person ?? NOBODY)
  setUp = (...args) => terminal.run(setup, ...args)
}

/** The environment of a new process, with the variables of `.env`. */
async function reread(): Promise<Record<string, string | undefined>> {
  const values = parseEnv(await readFile(terminal.path('.env'), 'utf8'))
  terminal.environment = { ...values, ...terminal.environment }
  return values
}

function getFlags(values: Record<string, string>): string[] {
  return Object.entries(values).flatMap(([flag, value]) => [`--${flag}`, value])
}

const getWrites = () => stage.methods().filter((method) => /^(?:set|delete)/.test(method))

/** The start parameter of the link with which setup ends. */
const read = ({ out }: Ran) =>
  /https:\/\/t\.me\/clasp_test_bot\?startapp=(admin-\S+)/u.exec(out)?.[1] ?? ''

describe('the link of an admin', () => {
  test('setup ends with one that the server of its .env takes for ten minutes, and each time with another', async () => {
    const link = read(await setUp(...FLAGS))
    const values = await reread()
    const verdict = parseConfig(values)
    if (!verdict.ok) throw new Error('no settings')
    const key = createFieldCipher(verdict.config.dataKey)
    const { now } = terminal.clock
    expect(readAdminLink(link, [key], now)).toBeDefined()
    expect(readAdminLink(link, [key], now + ADMIN_LINK_TTL_MS)).toBeUndefined()
    expect(await readFile(terminal.path('.env'), 'utf8')).not.toContain('admin-')
    const next = read(await setUp(...FLAGS))
    expect(next).not.toBe(link)
    expect(readAdminLink(next, [key], now)).toBeDefined()
  })
})

describe('setup with flags', () => {
  test('writes from four settings a file that starts a server, and sets the bot up in every language', async () => {
    const ran = await setUp(...FLAGS)
    expect(ran).toMatchObject({ code: 0, err: '' })
    expect(ran.out).toContain('@clasp_test_bot')
    expect(ran.out).toContain('commands in private chats (ru): add /connect, /wallets')
    const values = await reread()
    expect(Object.keys(values).sort()).toEqual(['BOT_TOKEN', 'DATA_KEY', 'EVM', 'PUBLIC_URL'])
    expect(values['DATA_KEY']).toMatch(/^[0-9a-f]{64}$/)
    expect(parseConfig(values)).toMatchObject({ ok: true, config: { publicUrl: PUBLIC_URL } })
    expect((await stat(terminal.path('.env'))).mode & 0o777).toBe(0o600)
    for (const id of [ADA, ILYA, NEGAR]) {
      const face = stage.world.snapshot().accounts.find((account) => account.id === id)?.bot
      expect(face?.privateCommands).toHaveLength(5)
      expect(face?.groupCommands.map(({ command }) => command)).toEqual(['connect', 'door'])
      expect(face?.menuButton).toMatchObject({ type: 'web_app', text: 'Clasp' })
    }
  })

  test('a receiver on this machine is allowed by name, and one elsewhere is not', async () => {
    await setUp(...FLAGS, '--webhook-url', 'http://127.0.0.1:4000/clasp')
    expect(await reread()).toMatchObject({ WEBHOOK_ALLOW_HOSTS: '127.0.0.1' })
    await setTheTable()
    await setUp(...FLAGS, '--webhook-url', 'https://bot.example.com/hook')
    expect(await reread()).not.toHaveProperty('WEBHOOK_ALLOW_HOSTS')
  })

  test('a second run changes nothing, neither in the file nor at Telegram', async () => {
    await setUp(...FLAGS, '--bot-mode', 'webhook', '--webhook-url', 'https://bot.example.com/hook')
    const before = await readFile(terminal.path('.env'))
    await reread()
    stage.calls.length = 0
    const again = await setUp(...FLAGS, '--bot-mode', 'webhook')
    expect(again).toMatchObject({ code: 0, err: '' })
    expect(again.out).toContain('Nothing to change')
    expect(getWrites()).toEqual([])
    expect(await readFile(terminal.path('.env'))).toEqual(before)
    expect(await readdir(terminal.directory)).toEqual(['.env'])
    stage.world.updates.setWebhook(null)
  })

  test('shows the difference and changes nothing without --yes', async () => {
    const ran = await setUp('--public-url', PUBLIC_URL, '--evm', 'off')
    expect(ran.code).toBe(1)
    expect(ran.out).toContain('add BOT_TOKEN, PUBLIC_URL, DATA_KEY, EVM')
    expect(ran.out).toContain('menu button: "Clasp" opens https://app.example.com/')
    expect(ran.err).toContain('--yes')
    expect(getWrites()).toEqual([])
    expect(await readdir(terminal.directory)).toEqual([])
  })

  test('never shows a secret', async () => {
    const flags = ['--bot-mode', 'webhook', '--webhook-url', 'https://bot.example.com/?key=hunter2']
    const first = await setUp(...FLAGS, ...flags)
    const values = await reread()
    const second = await setUp()
    const secrets = [
      values['BOT_TOKEN'],
      values['DATA_KEY'],
      values['TELEGRAM_WEBHOOK_SECRET'],
      values['WEBHOOK_SIGNING_SECRET'],
      'hunter2',
    ]
    for (const secret of secrets) {
      expect(secret).toBeDefined()
      for (const { out, err } of [first, second]) expect(`${out}${err}`).not.toContain(secret)
    }
    stage.world.updates.setWebhook(null)
  })

  test('makes secrets where they are needed, and sets the webhook', async () => {
    await setUp(...FLAGS, '--bot-mode', 'webhook', '--webhook-url', 'https://bot.example.com/hook')
    const values = await reread()
    expect(values['TELEGRAM_WEBHOOK_SECRET']).toMatch(/^[0-9a-f]{64}$/)
    expect(values['WEBHOOK_SIGNING_SECRET']).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(stage.world.updates.webhookInfo().url).toContain(`${PUBLIC_URL}/telegram/webhook`)
    stage.world.updates.setWebhook(null)
  })

  test('writes every setting that can be given, and reads it back as it was given', async () => {
    const appName = `Ada's "Club" #1`
    const ran = await setUp(
      ...FLAGS,
      ...getFlags({ 'app-name': `  ${appName}  `, 'operator-name': 'Ada & Söhne' }),
      ...getFlags({ 'operator-contact': 'ada@example.com', 'admin-id': '11' }),
      ...getFlags({ 'admin-id': '22', requests: 'members' }),
    )
    expect(ran).toMatchObject({ code: 0, err: '' })
    expect(await reread()).toMatchObject({
      APP_NAME: appName,
      OPERATOR_NAME: 'Ada & Söhne',
      OPERATOR_CONTACT: 'ada@example.com',
      ADMIN_IDS: '11,22',
      REQUESTS: 'members',
    })
  })

  test('a name with every kind of quotes is refused before anything is changed at Telegram', async () => {
    const ran = await setUp(...FLAGS, '--app-name', `'"\``)
    expect(ran.code).toBe(1)
    expect(ran.err).toContain('APP_NAME')
    expect(getWrites()).toEqual([])
    expect(await readdir(terminal.directory)).toEqual([])
  })

  test("mode off leaves the profile to the operator's own bot, and says so", async () => {
    const ran = await setUp(...FLAGS, '--bot-mode', 'off')
    expect(ran.code).toBe(0)
    expect(ran.out).toContain('BOT_MODE=off')
    expect(stage.methods()).toEqual(['getMe'])
    expect(await reread()).toMatchObject({ BOT_MODE: 'off' })
  })

  test('leaves the name of the bot alone unless the operator says so', async () => {
    stage.world.profile.setText('name', 'ru', 'Клуб')
    await setUp(...FLAGS, '--app-name', 'Club')
    expect(stage.methods()).not.toContain('setMyName')
    const ran = await setUp(...FLAGS, '--app-name', 'Club', '--set-name')
    expect(ran.out).toContain('becomes "Club"')
    const faces = stage.world.snapshot().accounts.map(({ bot }) => bot.name)
    expect(new Set(faces)).toEqual(new Set(['Club']))
    expect(stage.methods().filter((method) => method === 'setMyName')).toHaveLength(2)
  })

  test('deletes a webhook for polling only when the operator confirms, and names whose it is', async () => {
    const url = 'https://other.example.com/secret-path'
    stage.world.updates.setWebhook({ url, secret: null })
    const unsaid = await setUp(...FLAGS.filter((flag) => flag !== '--yes'))
    expect(unsaid.out).toContain('updates no longer go to other.example.com')
    expect(unsaid.out).toContain('BOT_MODE=off')
    expect(unsaid.out).not.toContain('secret-path')
    expect(stage.world.updates.webhookInfo().url).toBe(url)
    await setUp(...FLAGS)
    expect(stage.world.updates.webhookInfo().url).toBe('')
  })

  test('lists what BotFather needs with the exact commands, ticked where it is done', async () => {
    const { out } = await setUp(...FLAGS)
    expect(out).toMatch(/\[x\] Mini App of the bot/)
    expect(out).toMatch(/\[x\] Group privacy stays on/)
    expect(out).toMatch(/\[ \] Privacy policy.*\n +\/mybots\n +@clasp_test_bot\n/)
    expect(out).toContain(`${PUBLIC_URL}/privacy`)
    expect(out).toMatch(/\] Inline mode: members who write @clasp_test_bot in any chat/)
    expect(out).toMatch(
      /\[ \] Inline feedback.*\n +\/setinlinefeedback\n +@clasp_test_bot\n +Enabled\n/,
    )
    expect(out).toContain('npm run doctor')
  })
})

describe('setup with wrong input', () => {
  test.each([
    ['EVM', ['--public-url', PUBLIC_URL, '--yes'], '--evm'],
    ['PUBLIC_URL', ['--evm', 'off', '--yes'], '--public-url'],
  ])('%s has no default, and without it nothing is done', async (_, args, flag) => {
    const ran = await setUp(...args)
    expect(ran).toMatchObject({ code: 2, out: '' })
    expect(ran.err).toContain(flag)
    expect(stage.calls).toEqual([])
    expect(await readdir(terminal.directory)).toEqual([])
  })

  test('explains the three values of a missing EVM by the clauses', async () => {
    const { err } = await setUp('--public-url', PUBLIC_URL)
    for (const word of ['off:', 'in-app:', 'browser:', '§7)', '§7.4']) expect(err).toContain(word)
  })

  test.each(['in-app', 'browser'])(
    'EVM=%s without a project at Reown does nothing, and says how to get one',
    async (evm) => {
      const ran = await setUp('--public-url', PUBLIC_URL, '--evm', evm, '--yes')
      expect(ran).toMatchObject({ code: 2, out: '' })
      expect(ran.err).toContain('--reown-project-id: make a project at https://dashboard.reown.com')
      expect(ran.err).not.toContain('§7')
      expect(stage.calls).toEqual([])
      expect(await readdir(terminal.directory)).toEqual([])
    },
  )

  test.each([
    ['a path', 'https://app.example.com/clasp'],
    ['a port', 'https://app.example.com:8443'],
    ['http', 'http://app.example.com'],
    ['a query', 'https://app.example.com/?a=b'],
    ['a password', 'https://a:b@app.example.com'],
    ['no scheme', 'clasp.example.org'],
    ['nothing', ''],
  ])('refuses PUBLIC_URL with %s together with the flag, before any prompt', async (_, url) => {
    const ran = await setUp('--public-url', url, '--evm', 'off', '--yes')
    expect(ran).toMatchObject({ code: 2, out: '' })
    expect(ran.err.split('\n')[0]).toContain('--public-url: expected https origin without path')
    if (url !== '') expect(ran.err).not.toContain(url)
    expect(stage.calls).toEqual([])
  })

  test.each(['https://app.example.com/', ' HTTPS://App.Example.com:443 '])(
    'PUBLIC_URL written as "%s" means the origin',
    async (url) => {
      await setUp('--public-url', url, '--evm', 'off', '--yes')
      expect(await reread()).toMatchObject({ PUBLIC_URL })
    },
  )

  test.each([
    ['an unknown flag', ['--bot-tokn', 'hunter2'], "Unknown option '--bot-tokn'."],
    ['a flag without its value', ['--evm'], "'--evm <value>' argument missing"],
    ['a value without a flag', ['hunter2'], 'a value without a flag'],
    ['an EVM policy that is not one', ['--evm', 'hunter2'], '--evm: expected one of'],
    [
      'a project that is not one',
      ['--reown-project-id', 'hunter2'],
      '--reown-project-id: expected',
    ],
    ['an id that is not one', ['--admin-id', 'hunter2'], '--admin-id: expected'],
    ['a policy that is none', ['--requests', 'nobody'], '--requests: expected admins or members'],
    ['a token that is not one', ['--bot-token', 'hunter2'], '--bot-token: expected'],
    [
      'a receiver without https',
      ['--webhook-url', 'http://hunter2.example'],
      '--webhook-url: expected',
    ],
  ])('answers %s with one sentence and the usage, without the value', async (_, args, sentence) => {
    const ran = await setUp(...args)
    expect(ran).toMatchObject({ code: 2, out: '' })
    expect(ran.err.split('\n')[0]).toContain(sentence)
    expect(ran.err.split('\n')[1]).toBe('Usage:')
    expect(ran.err).not.toContain('hunter2')
  })

  test('refuses a flag that differs from the file, and never changes a line', async () => {
    await setUp(...FLAGS)
    await reread()
    const ran = await setUp('--public-url', 'https://other.example.com', '--yes')
    expect(ran.code).toBe(1)
    expect(ran.err).toContain('PUBLIC_URL')
    expect(await reread()).toMatchObject({ PUBLIC_URL })
  })

  test('names a malformed setting in the file, without its value', async () => {
    await writeFile(terminal.path('.env'), 'PORT=hunter2\n', { mode: 0o600 })
    const ran = await setUp(...FLAGS)
    expect(ran.code).toBe(1)
    expect(ran.err).toContain('PORT  malformed')
    expect(ran.err).not.toContain('hunter2')
    expect(stage.calls).toEqual([])
  })

  test('a database without its DATA_KEY gets no new key', async () => {
    await mkdir(terminal.path('data'))
    await writeFile(terminal.path('data/clasp.db'), 'a database')
    const ran = await setUp(...FLAGS)
    expect(ran.code).toBe(1)
    expect(ran.err).toContain('DATA_KEY')
    expect(await readdir(terminal.directory)).toEqual(['data'])
  })
})

describe('Telegram during setup', () => {
  test('a wrong token changes nothing, and setup says how to get a right one', async () => {
    terminal.environment = { ...terminal.environment, BOT_TOKEN: `${BOT_TOKEN}x` }
    const ran = await setUp(...FLAGS)
    expect(ran.code).toBe(1)
    expect(ran.err).toContain('@BotFather')
    expect(ran.err).not.toContain(BOT_TOKEN)
    expect(await readdir(terminal.directory)).toEqual([])
  })

  test('setup writes nothing when Telegram is away, and the next run can', async () => {
    terminal.environment = { ...terminal.environment, TELEGRAM_API_ROOT: 'http://127.0.0.1:1' }
    const ran = await setUp(...FLAGS)
    expect(ran.code).toBe(1)
    expect(ran.err).toContain('Telegram did not answer')
    expect(ran.err).not.toContain(BOT_TOKEN)
    expect(await readdir(terminal.directory)).toEqual([])
    terminal.environment = { ...terminal.environment, TELEGRAM_API_ROOT: stage.apiRoot }
    expect(await setUp(...FLAGS)).toMatchObject({ code: 0 })
  })

  test('setup waits for a short pause after too many requests', async () => {
    stage.world.failNext('setMyCommands', {
      error_code: 429,
      description: 'Too Many Requests: retry after 1',
      parameters: { retry_after: 1 },
    })
    expect(await setUp(...FLAGS)).toMatchObject({ code: 0, err: '' })
  })

  test('setup reports a long pause after too many requests, and resumes where it ended', async () => {
    stage.world.failNext('setChatMenuButton', {
      error_code: 429,
      description: 'Too Many Requests: retry after 9000',
      parameters: { retry_after: 9_000 },
    })
    const ran = await setUp(...FLAGS)
    expect(ran.code).toBe(1)
    expect(ran.err).toContain('wait 3 hours')
    const written = await readFile(terminal.path('.env'))
    await reread()
    stage.calls.length = 0
    expect(await setUp('--yes')).toMatchObject({ code: 0, err: '' })
    expect(getWrites()).toEqual(['setChatMenuButton'])
    expect(await readFile(terminal.path('.env'))).toEqual(written)
  })

  test('setup reports a call that Telegram refuses with Telegram’s own text', async () => {
    stage.world.failNext('setMyDescription', { error_code: 400, description: 'Bad Request: no' })
    const ran = await setUp(...FLAGS)
    expect(ran.code).toBe(1)
    expect(ran.err).toContain('setMyDescription: Bad Request: no')
  })
})

describe('setup at a terminal', () => {
  test('asks for what is missing, takes answers with blanks around them, and asks again for a bad one', async () => {
    const person = createScriptedPerson([
      ['Token of your bot', 'not a token', `${BOT_TOKEN}x`, `  ${BOT_TOKEN} `],
      ['which https address', 'http://app.example.com', ' https://app.example.com/ '],
      ['EVM wallets', 'browser'],
      ['dashboard.reown.com', 'my project', ` ${PROJECT} `],
      [
        'has a default',
        'BOT_MODE',
        'APP_NAME',
        'PURPOSE',
        'REQUESTS',
        'WEBHOOK_URL',
        'OPERATOR_NAME',
        'OPERATOR_CONTACT',
        'ADMIN_IDS',
        'SAFE_API_KEY',
        'keep',
      ],
      ['another program', 'polling'],
      ['Name that members', '  Ada Club '],
      ['link a wallet for', 'two\nlines', ' Vote on what we build. '],
      ['ask others to connect', 'members'],
      ['receiver of events', ''],
      ['answers for', ' Ada  Lovelace '],
      ['reach you', 'nowhere', 'ada@example.com'],
      ['see the admin view', '11, 22'],
      ['Safe Transaction Service', 'a key', ' a.jwt.key '],
      ['Name it', false],
      ['Make these changes', true],
    ])
    await setTheTable(person)
    const { TELEGRAM_API_ROOT } = terminal.environment
    terminal.environment = { TELEGRAM_API_ROOT }
    const ran = await setUp()
    expect(ran.code).toBe(0)
    expect(ran.err).toContain('does not know this BOT_TOKEN')
    expect(person.problems).toHaveLength(6)
    const { DATA_KEY, ...values } = await reread()
    expect(DATA_KEY).toMatch(/^[0-9a-f]{64}$/)
    expect(values).toEqual({
      BOT_TOKEN,
      PUBLIC_URL,
      EVM: 'browser',
      REOWN_PROJECT_ID: PROJECT,
      BOT_MODE: 'polling',
      APP_NAME: 'Ada Club',
      PURPOSE: 'Vote on what we build.',
      OPERATOR_NAME: 'Ada  Lovelace',
      OPERATOR_CONTACT: 'ada@example.com',
      ADMIN_IDS: '11, 22',
      SAFE_API_KEY: 'a.jwt.key',
      REQUESTS: 'members',
    })
    person.asked.length = 0
    expect((await setUp()).out).toContain('Nothing to change')
    expect(person.asked).toEqual([])
  })

  test('says plainly what EVM=off is, and asks those who choose it for no project', async () => {
    const person = createScriptedPerson([
      ['Only off follows Telegram', 'off'],
      ['has a default', 'keep'],
      ['Make these changes', false],
    ])
    await setTheTable(person)
    terminal.environment = { ...terminal.environment, PUBLIC_URL }
    expect(await setUp()).toMatchObject({ code: 1, err: 'Nothing was changed.' })
    expect(person.asked.join(' ')).not.toContain('reown')
    expect(person.asked.join(' ')).not.toContain('Safe Transaction')
  })

  test('asks an operator who turns EVM on later only for the project', async () => {
    const person = createScriptedPerson([
      ['dashboard.reown.com', PROJECT],
      ['Make these changes', true],
    ])
    await setTheTable(person)
    const settings = {
      BOT_TOKEN,
      PUBLIC_URL,
      // Also while it is changed.
      DATA_KEY: [1, 2].map(() => randomBytes(32).toString('hex')).join(),
      EVM: 'browser',
    }
    const file = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`)
    await writeFile(terminal.path('.env'), file.join(''), { mode: 0o600 })
    expect(await setUp()).toMatchObject({ code: 0, err: '' })
    expect(await reread()).toEqual({ ...settings, REOWN_PROJECT_ID: PROJECT })
  })

  test('the answer no to the prompt changes nothing', async () => {
    const person = createScriptedPerson([['Make these changes', false]])
    await setTheTable(person)
    terminal.environment = {
      ...terminal.environment,
      PUBLIC_URL,
      EVM: 'off',
    }
    const ran = await setUp()
    expect(ran).toMatchObject({ code: 1, err: 'Nothing was changed.' })
    expect(getWrites()).toEqual([])
    expect(await readdir(terminal.directory)).toEqual([])
  })
})

describe('the file of another environment', () => {
  test('setup takes nothing from .env for another environment', async () => {
    await setUp(...FLAGS)
    const usual = await reread()
    const ran = await setUp(
      ...getFlags({ 'settings-file': 'stage.env', 'bot-token': BOT_TOKEN }),
      ...getFlags({ 'public-url': 'https://stage.example.com', evm: 'in-app' }),
      ...getFlags({ 'reown-project-id': PROJECT }),
      '--yes',
    )
    expect(ran.code).toBe(0)
    const other = parseEnv(await readFile(terminal.path('stage.env'), 'utf8'))
    expect(other).toMatchObject({
      PUBLIC_URL: 'https://stage.example.com',
      EVM: 'in-app',
      REOWN_PROJECT_ID: PROJECT,
    })
    expect(other['DATA_KEY']).not.toBe(usual['DATA_KEY'])
  })
})

test('a database and keys can be made right after setup', async () => {
  await setUp(...FLAGS)
  await reread()
  terminal.environment = {
    ...terminal.environment,
    DATABASE_URL: `file:${terminal.path('clasp.db')}`,
  }
  for (const [command, ...args] of [
    [migrate],
    [keys, 'add', 'bot', '--scope', 'wallets:read'],
  ] as const)
    expect(await terminal.run(command, ...args)).toMatchObject({ code: 0 })
})
