// @module-tag wide

import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseEnv, promisify } from 'node:util'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { writeChecksums } from '#build/write-checksums.ts'
import { demoPages } from '#demo/demo-folders.ts'
import { askOnce } from '#tests/support/ask-once.ts'
import { findProgram } from '#tests/support/find-program.ts'
import { getConfig } from '#tests/support/get-config.ts'
import { readCommands } from '#tests/support/guide-commands.ts'
import { createNewOperator, type NewOperator } from '#tests/support/new-operator.ts'
import { prepareProof } from '#tests/support/prepare-proof.ts'
import { BOT_TOKEN } from '#tests/support/test-server.ts'
import { scripts, version } from '../../package.json' with { type: 'json' }

const run = promisify(execFile)
const ROOT = join(import.meta.dirname, '../..')
const NAME = `clasp-telegram-${version}.tgz`
const MINUTE_MS = 60_000
const COMMAND = 'node_modules/clasp-telegram/dist/package/server/clasp-telegram.js'

const pages = ['docs/running.md', 'docs/runbook.md'].map((page) =>
  readFile(join(ROOT, page), 'utf8'),
)
const commands = (await Promise.all(pages)).flatMap((page) => readCommands(page))

/** The Telegram id of a member. */
const MEMBER = 77

/** Folders of the tests. */
let place: string
/** The operators of the page: on the first day, in the drill, and after the disk was lost. */
let operator: NewOperator
let drill: NewOperator
const folders = () => ({
  operator: join(place, 'operator'),
  drill: join(place, 'drill'),
  rescued: join(place, 'rescued'),
})
/** Whose folder it is at this point of the page. */
let home: 'operator' | 'rescued' = 'operator'
const servers = new Map<string, ChildProcess>()

beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'clasp-guide-'))
  const { operator: folder, drill: drillFolder, rescued } = folders()
  for (const path of [folder, drillFolder, rescued, join(place, 'backups')]) await mkdir(path)
  await copyFile(await askOnce('package'), join(folder, NAME))
  await run('tar', ['--extract', '--file', NAME], { cwd: folder })
  const sums = await writeChecksums(join(folder, 'package'), { folder, name: NAME })
  await writeFile(join(folder, 'SHA256SUMS'), sums)
  const pages = demoPages(join(folder, 'package/dist/package/demo'))
  const installation = { command: [], server: [] }
  operator = await createNewOperator(pages, installation, folder)
  drill = await createNewOperator(pages, installation, drillFolder)
}, 15 * MINUTE_MS)
afterAll(async () => {
  for (const folder of servers.keys()) await stopServer(folder)
  await operator.close()
  await drill.close()
  await rm(place, { recursive: true, force: true })
})

async function startServer(folder: string): Promise<void> {
  const { PATH, HOME } = process.env
  const child = spawn(process.execPath, [COMMAND, 'start'], {
    cwd: folder,
    env: { PATH, HOME },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  servers.set(folder, child)
  const lines: string[] = []
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      lines.push(line)
      if (line.includes('Clasp is running')) resolve()
    })
    child.once('exit', () => reject(new Error(`it ended: ${lines.join('\n')}`)))
  })
}

async function stopServer(folder: string): Promise<void> {
  const child = servers.get(folder)
  servers.delete(folder)
  if (child === undefined || child.exitCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  await exit
}

/** Runs a command as its reader does, in a shell. */
async function runShell(command: string, folder: string): Promise<void> {
  const real = command
    .replaceAll('https://app.example.com', operator.publicUrl)
    .replaceAll('/var/backups/clasp', join(place, 'backups'))
    .replaceAll('/srv/clasp', folders().operator)
    .replaceAll(' /data/', ` ${folders().operator}/`)
  const { PATH = '', HOME } = process.env
  const env = { PATH: `${join(folder, 'node_modules/.bin')}:${PATH}`, HOME }
  await run('bash', ['-c', real], { cwd: folder, env })
}

type GuideWay = {
  matches: RegExp
  /** @param found the groups of the pattern */
  go: (found: string[], folder: string, command: string) => Promise<void>
}

/** How each command is run or, of programs that cannot run here, what is checked instead. The first that matches counts. */
const WAYS: GuideWay[] = [
  { matches: /^(?:npx )?clasp-telegram start$/, go: (_, folder) => startServer(folder) },
  {
    matches: /^systemctl restart clasp$/,
    async go(_, folder) {
      await stopServer(folder)
      await startServer(folder)
    },
  },
  // There is no engine for containers here: what runs in one runs beside it.
  { matches: /^docker compose stop clasp$/, go: (_, folder) => stopServer(folder) },
  { matches: /^docker compose start clasp$/, go: (_, folder) => startServer(folder) },
  // `setup` asks its questions in the guide's own way; here its service counts.
  {
    matches: /^touch \.env && docker compose run --rm .+ (clasp) clasp-telegram setup$/,
    async go([service = '']) {
      const { services } = await readCompose('compose.yaml')
      expect(services).toHaveProperty(service)
    },
  },
  {
    matches: /^docker compose (?:exec|run --rm) clasp (.+)$/,
    go: ([inner = ''], folder) => runShell(inner, folder),
  },
  {
    matches: /^docker compose (?:--profile (\w+) )?(?:up -d(?: --build)?|cp (\w+):\S+ \.)$/,
    async go([profile, service]) {
      const { services } = await readCompose('compose.yaml')
      if (service) expect(services).toHaveProperty(service)
      if (profile) expect(services).toHaveProperty(`postgres.profiles`, [profile])
    },
  },
  // The user clasp is none of this machine, and the folder is there already.
  {
    matches: /^(?:install|chown) /,
    go: (_, folder, command) =>
      runShell(
        command
          .replace(' clasp ', ' "$(id -un)" ')
          .replaceAll('/srv/clasp', join(place, 'service')),
        folder,
      ),
  },
  // It needs a Postgres of that address: tests/server/cli/move.test.ts moves to one and back.
  {
    matches: /^PGPASSWORD=\S+ npx clasp-telegram move --to \S+$/,
    async go(_, folder) {
      const { stdout } = await run(process.execPath, [COMMAND, 'move', '--help'], { cwd: folder })
      expect(stdout).toContain('move --to')
    },
  },
  // They need systemd as process 1, another user, or a server of Postgres of their own version.
  {
    matches: /^(systemctl|systemd-analyze|journalctl|useradd|createdb|pg_dump|pg_restore) (.+)$/,
    go: ([program = '', rest = '']) => checkOptions(program, rest),
  },
  // `tests/server/process/move.test.ts` moves a database to Postgres and back.
  {
    matches: /^PGPASSWORD=\S+ npx clasp-telegram (move) (--to) postgres:\S+$/,
    async go([name = '', option = ''], folder) {
      const { stdout } = await run(process.execPath, [COMMAND, name, '--help'], { cwd: folder })
      expect(stdout).toContain(`${name} ${option} <database>`)
    },
  },
  // Of a clone, not of the package.
  {
    matches: /^npm (?:run (\w+)(?: -- .*)?|start|ci|pack|install(?: --global)?)$/,
    go: ([name = 'start']) => Promise.resolve(expect(scripts).toHaveProperty(name)),
  },
  {
    matches: /^(?:sha256sum|npm install|npx|clasp-telegram|curl|openssl|cd) /,
    go: (_, folder, command) => runShell(command, folder),
  },
]

/** Every option is one of those that the program itself lists, where it is installed. */
async function checkOptions(program: string, rest: string): Promise<void> {
  if (findProgram(program) === null) return
  const { stdout } = await run(program, ['--help'])
  for (const [option] of rest.matchAll(/--[a-z-]+/g)) expect(stdout).toContain(option)
  const [verb = ''] = program === 'systemctl' ? rest.split(' ') : []
  expect(stdout).toContain(verb)
}

/** What the page says to do before the commands of a section. */
const PREPARATIONS: Record<string, () => Promise<void>> = {
  Proxies: () => linkWallet(),
  async 'Backup and restore'() {
    const { DATA_KEY = '' } = parseEnv(await readFile(join(folders().operator, '.env'), 'utf8'))
    const own = `PUBLIC_URL=${drill.publicUrl}\nDATA_KEY=${DATA_KEY}\nEVM=off\nBOT_MODE=off\n`
    await writeFile(join(folders().drill, '.env'), own, { flag: 'a' })
    await symlink(join(folders().operator, 'node_modules'), join(folders().drill, 'node_modules'))
  },
  async 'A lost disk'() {
    await stopServer(folders().operator)
    for (const name of ['.env', NAME])
      await copyFile(join(folders().operator, name), join(folders().rescued, name))
    await rm(join(folders().operator, 'data'), { recursive: true })
    home = 'rescued'
  },
}

/** A member of the first day links a wallet. */
async function linkWallet(): Promise<void> {
  const { publicUrl, directory } = operator
  const { BOT_TOKEN: botToken = '' } = parseEnv(await readFile(join(directory, '.env'), 'utf8'))
  const place = { url: publicUrl, domain: new URL(publicUrl).host, botToken }
  expect((await (await prepareProof(place, MEMBER))(publicUrl)).status).toBe(201)
}

function folderOf(section: string): string {
  return section === 'Backup and restore' ? folders().drill : folders()[home]
}

describe('the commands of guide and runbook, in their order', () => {
  let former = ''
  test.each(commands)(
    '$section: $command works',
    { timeout: 5 * MINUTE_MS },
    async ({ section, command }) => {
      if (section !== former) await PREPARATIONS[section]?.()
      former = section
      const way = WAYS.find(({ matches }) => matches.test(command))
      expect({ command, isKnown: way !== undefined }).toEqual({ command, isKnown: true })
      const [, ...found] = way?.matches.exec(command) ?? []
      await way?.go(found, folderOf(section), command)
    },
  )
})

test.each(['drill', 'rescued'] as const)(
  'what was linked on the first day is linked in the %s copy',
  async (name) => {
    const folder = folders()[name]
    const { stdout: key } = await run(
      process.execPath,
      [COMMAND, 'keys', 'add', 'last', '--scope', 'wallets:read'],
      { cwd: folder },
    )
    const { publicUrl } = name === 'drill' ? drill : operator
    const headers = { authorization: `Bearer ${key.trim()}` }
    const answer = await fetch(`${publicUrl}/v1/users/${MEMBER}/wallets`, { headers })
    expect(await answer.json()).toMatchObject({ wallets: [{ family: 'ton' }] })
  },
)

const ComposeSchema = v.object({
  services: v.record(
    v.string(),
    v.looseObject({
      environment: v.optional(v.record(v.string(), v.union([v.string(), v.number()]))),
    }),
  ),
  networks: v.optional(
    v.object({
      default: v.object({
        ipam: v.object({ config: v.tuple([v.object({ subnet: v.string() })]) }),
      }),
    }),
  ),
})

async function readCompose(path: string) {
  return v.parse(ComposeSchema, parse(await readFile(join(ROOT, path), 'utf8')))
}

test('the sibling containers reach each other', async () => {
  const { services, networks } = await readCompose('docs/examples/containers/compose.yaml')
  const names = Object.keys(services)
  const environment = Object.fromEntries(
    Object.entries(services['clasp']?.environment ?? {}).map(([name, value]) => [
      name,
      String(value).replace('${POSTGRES_PASSWORD}', 'secret'),
    ]),
  )
  const { webhook, http, databaseUrl } = getConfig({
    BOT_TOKEN,
    PUBLIC_URL: 'https://app.example.com',
    DATA_KEY: '01080f161d242b323940474e555c636a71787f868d949ba2a9b0b7bec5ccd3da',
    EVM: 'off',
    WEBHOOK_SIGNING_SECRET: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
    ...environment,
  })
  const receiver = new URL(webhook?.url ?? '')
  expect(names).toContain(receiver.hostname)
  expect(webhook?.ownNetwork).toContain(receiver.hostname)
  expect(services[receiver.hostname]?.environment).toMatchObject({
    PORT: Number(receiver.port),
    CLASP_URL: `http://clasp:${http.port}`,
  })
  expect(names).toContain(new URL(databaseUrl).hostname)
  expect(environment['TRUSTED_PROXIES']).toBe(networks?.default.ipam.config[0].subnet)
  const proxy = await readFile(join(ROOT, 'docs/examples/containers/Caddyfile'), 'utf8')
  expect(proxy).toContain(`reverse_proxy clasp:${http.port}`)
  expect(JSON.stringify(services['clasp'])).toContain(NAME)
  expect(services['clasp']).not.toHaveProperty('ports')
})

test('the units name a program of the package', async () => {
  const page = await readFile(join(ROOT, 'docs/running.md'), 'utf8')
  const programs = [...page.matchAll(/^ExecStart=\/usr\/bin\/node (\S+)$/gm)]
  expect(programs).not.toEqual([])
  for (const [, path = ''] of programs) await readFile(join(folders().rescued, path))
})
