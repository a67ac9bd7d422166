// @module-tag wide

import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  copyFile,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseEnv, promisify } from 'node:util'
import { brotliCompressSync } from 'node:zlib'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { writeChecksums } from '#build/write-checksums.ts'
import { demoPages } from '#demo/demo-folders.ts'
import { askOnce } from '#tests/support/ask-once.ts'
import { freePort } from '#tests/support/free-port.ts'
import { createNewOperator, type NewOperator } from '#tests/support/new-operator.ts'
import { prepareProof } from '#tests/support/prepare-proof.ts'
import proof from '#tests/vectors/proofs/evm-message-key.json' with { type: 'json' }
import { BAD_PLACES } from '../server/cli/places.ts'
import { openTerminal } from '../server/cli/terminal.ts'
import { version } from '../../package.json' with { type: 'json' }

const run = promisify(execFile)
const ROOT = join(import.meta.dirname, '../..')
const NAME = `clasp-telegram-${version}.tgz`
const MAX_BYTES = 100 * 1_024 * 1_024
/** Of the module that verifies proofs, compressed by brotli. */
const MAX_VERIFIER_BYTES = 26_500
const MINUTE_MS = 60_000

const NamedSchema = v.object({ name: v.string(), version: v.string() })
const InstalledSchema = v.pipe(v.string(), v.parseJson(), v.array(NamedSchema))
/** Each component has the hash by which npm installs it. */
const SbomSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.strictObject({
    $schema: v.string(),
    bomFormat: v.literal('CycloneDX'),
    specVersion: v.literal('1.5'),
    version: v.literal(1),
    metadata: v.strictObject({
      tools: v.array(NamedSchema),
      component: v.looseObject({ name: v.literal('clasp-telegram') }),
    }),
    components: v.array(
      v.looseObject({
        ...NamedSchema.entries,
        hashes: v.pipe(v.array(v.object({ alg: v.literal('SHA-512') })), v.minLength(1)),
      }),
    ),
    dependencies: v.array(v.unknown()),
  }),
)

/** Folders of the tests. */
let place: string
/** The operator's folder, in which the package is installed. */
let folder: string
let operator: NewOperator
/** How long it took from an empty folder to a server that runs, in milliseconds. */
let readyMs: number
const installed = (path: string) => join(folder, 'node_modules/clasp-telegram', path)

beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'clasp-package-'))
  folder = join(place, 'operator')
  await mkdir(folder)
  await copyFile(await askOnce('package'), join(place, NAME))
  const startedAt = performance.now()
  await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', join(place, NAME)], {
    cwd: folder,
  })
  const command = installed('dist/package/server/clasp-telegram.js')
  operator = await createNewOperator(
    demoPages(installed('dist/package/demo')),
    { command: [command], server: [command, 'start'] },
    folder,
  )
  const flags = ['--public-url', operator.publicUrl, '--evm', 'off', '--yes']
  expect(await operator.run(['setup', ...flags])).toMatchObject({ code: 0, err: '' })
  await operator.start()
  readyMs = performance.now() - startedAt
}, 15 * MINUTE_MS)
afterAll(async () => {
  await operator.close()
  await rm(place, { recursive: true, force: true })
})

const get = (path: string) => fetch(`${operator.publicUrl}${path}`)

describe('the package, in an empty folder', () => {
  test('takes at most 100 MB with its packages, few of them, and brings licences and docs', async () => {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    const files = entries.filter((entry) => entry.isFile())
    const sizes = await Promise.all(
      files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size),
    )
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MAX_BYTES)
    expect(await readdir(join(folder, 'node_modules'))).not.toContain('vite')
    const notices = await readFile(installed('dist/package/NOTICES.txt'), 'utf8')
    for (const name of ['grammy', '@ton/sandbox', '@reown/appkit', 'react-dom'])
      expect(notices).toMatch(new RegExp(`^\\* ${name} \\d`, 'm'))
    expect(await readFile(installed('docs/running.md'), 'utf8')).toContain('clasp-telegram')
  })

  test('names in its SBOM every package whose code it has, what npm installs with it, and no other', async () => {
    const sbom = v.parse(
      SbomSchema,
      await readFile(installed('dist/package/sbom.cdx.json'), 'utf8'),
    )
    const refs = sbom.components.map(({ name, version: its }) => `${name} ${its}`)
    const assets = installed('dist/package/client/assets')
    const reference = (await readdir(assets)).find((name) => /^reference-.*\.js$/.test(name)) ?? ''
    const files = [installed('dist/package/NOTICES.txt'), join(assets, reference)]
    const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')))
    const bundled = texts.flatMap((text) => text.match(/(?<=^\* )\S+ \d\S+$/gm) ?? [])
    expect(bundled.length).toBeGreaterThan(100)
    expect(refs).toEqual(expect.arrayContaining(bundled))
    const others = refs.filter((ref) => !bundled.includes(ref)).map((ref) => ref.split(' ')[0])
    const { stdout } = await run('npm', ['query', '#clasp-telegram *'], { cwd: folder })
    const installedWith = v.parse(InstalledSchema, stdout).map(({ name }) => name)
    expect(others).toEqual(expect.arrayContaining(installedWith))
    for (const name of others)
      expect(name).toMatch(
        /^(?:@libsql\/|libsql$|@neon-rs\/load$|detect-libc$|tiny-secp256k1$|uint8array-tools$)/,
      )
  })

  test('leads from setup to a linked wallet in less than three minutes', async () => {
    const startedAt = performance.now()
    const { BOT_TOKEN = '' } = parseEnv(await readFile(join(folder, '.env'), 'utf8'))
    const { publicUrl } = operator
    const domain = new URL(publicUrl).host
    const sendProof = await prepareProof({ url: publicUrl, domain, botToken: BOT_TOKEN }, 77)
    expect((await sendProof(publicUrl)).status).toBe(201)
    const ms = readyMs + performance.now() - startedAt
    process.stdout.write(`From an empty folder to a linked wallet: ${Math.round(ms)} ms\n`)
    expect(ms).toBeLessThan(3 * MINUTE_MS)
  })

  test('has every command of an operator, which names itself as it is called there', async () => {
    expect(await operator.run(['--version'])).toMatchObject({ code: 0, out: `${version}\n` })
    const key = await operator.run(['keys', 'add', 'bot', '--scope', 'wallets:read'])
    expect(key.out).toMatch(/^clasp_[\w-]{43}\n$/)
    expect((await operator.run(['keys', '--help'])).out).toContain('npx clasp-telegram keys add')
    expect(await operator.run(['backup', 'copy.db'])).toMatchObject({ code: 0 })
    await writeFile(join(folder, 'proof.json'), proof.document)
    expect(await operator.run(['verify', 'proof.json'])).toMatchObject({ code: 0 })
    expect(await operator.run(['forget', 'A'.repeat(22)])).toMatchObject({ code: 0 })
    const refused = await operator.run(['restore', 'copy.db'])
    expect(refused).toMatchObject({ code: 1 })
    expect(refused.err).toContain('--replace')
  })

  test('is healthy in the eyes of the doctor, who sees an update that waits for a restart', async () => {
    const { code, out } = await operator.run(['doctor'])
    expect(out).toContain(`Version ${version} runs.`)
    expect(out).toMatch(/, 0 to fix/)
    expect(code).toBe(0)
    const manifest = await readFile(installed('package.json'), 'utf8')
    onTestFinished(() => writeFile(installed('package.json'), manifest))
    await writeFile(installed('package.json'), manifest.replace(version, '99.0.0'))
    expect((await operator.run(['doctor'])).out).toContain(
      `Version 99.0.0 is installed, and ${version} runs. Restart the server (npx clasp-telegram start).`,
    )
  })

  test('serves its pages', async () => {
    const page = await (await get('/')).text()
    const [, asset = '/none'] = /src="(\/assets\/[^"]+\.js)"/.exec(page) ?? []
    const reference = await (await get('/reference')).text()
    const [, script = '/none'] = /src="(\/assets\/[^"]+\.js)"/.exec(reference) ?? []
    const paths = ['/healthz', '/readyz', '/verify', '/tonconnect-manifest.json', '/privacy']
    for (const path of [...paths, asset, script]) expect((await get(path)).status).toBe(200)
    const openApi = v.parse(
      v.object({ openapi: v.string() }),
      await (await get('/openapi.json')).json(),
    )
    expect(openApi.openapi).toBe('3.1.0')
  })

  test('serves nothing about EVM where the policy is off', async () => {
    const { headers } = await fetch(operator.publicUrl)
    const notices = await (await fetch(`${operator.publicUrl}/notices`)).text()
    for (const text of [headers.get('content-security-policy') ?? 'reown', notices])
      expect(text).not.toMatch(EVM)
    expect(await countEvmFiles('client-without-evm')).toBe(0)
    expect(await countEvmFiles('client')).toBeGreaterThan(0)
  })

  test.each(BAD_PLACES)('does not start in %s, and says why', async (_, change) => {
    const terminal = await openTerminal({})
    const { PATH, HOME } = process.env
    const env = { PATH, HOME, ...(await change(terminal)) }
    const command = installed('dist/package/server/clasp-telegram.js')
    const before = await readdir(terminal.directory)
    const started = run(process.execPath, [command, 'start'], { cwd: terminal.directory, env })
    await expect(started).rejects.toMatchObject({ code: 1 })
    await expect(started).rejects.toThrow(/Clasp cannot start\b.*:/)
    expect(await readdir(terminal.directory)).toEqual(before)
  })

  test(
    'stops in order, without a word about the signal',
    async () => {
      const { child, output } = await startIn(['start'], {
        PORT: String(await freePort()),
        DATABASE_URL: `file:${place}/other.db`,
        BOT_MODE: 'off',
      })
      child.kill('SIGTERM')
      await once(child, 'exit')
      expect(child.exitCode).toBe(0)
      expect(output()).not.toContain('This should not happen')
    },
    MINUTE_MS,
  )

  test(
    'plays the demo, and says what its EVM wallets need',
    async () => {
      const { child, output } = await startIn(['demo'], {})
      expect(output()).toContain('npm install @foundry-rs/anvil, then npx clasp-telegram demo')
      const [, url = ''] = /(http:\S+) {3}the demo/.exec(output()) ?? []
      for (const path of ['/', '/ui/', '/wallet/', '/operator/for-developers'])
        expect((await fetch(`${url}${path}`)).status).toBe(200)
      child.kill('SIGINT')
      await once(child, 'exit')
      expect(child.exitCode).toBe(0)
    },
    2 * MINUTE_MS,
  )

  test(
    'has a verifier and a library for a host, each a module with types that needs nothing else',
    async () => {
      const code = await readFile(installed('dist/package/lib/verify.js'))
      expect(brotliCompressSync(code).length).toBeLessThan(MAX_VERIFIER_BYTES)
      expect(code.toString()).not.toMatch(/\bimport\b|\brequire\b|node:/)
      await writeFile(
        join(folder, 'check.mts'),
        `import { ClaspError, createClasp } from 'clasp-telegram/host'
      import { toCacao, toSiwe, type Verdict, verifyProof } from 'clasp-telegram/verify'
      const verdict: Verdict = await verifyProof(${JSON.stringify(proof.document)}, { now: Date.now() })
      if (verdict.verdict === 'proven') console.log(verdict.facts.claim.telegramId)
      const [siwe, cacao] = [toSiwe('{}'), toCacao('{}')]
      if (siwe.ok && cacao.ok) console.log(siwe.value.message, cacao.value.p.iss)
      // @ts-expect-error it needs the time
      verifyProof('', {}).catch(() => {})
      const clasp = createClasp({ url: ${JSON.stringify(operator.publicUrl)}, key: 'clasp_no' })
      await clasp.wallets(77).catch((error) => console.log(error instanceof ClaspError && error.code))`,
      )
      const compiler = join(ROOT, 'node_modules/typescript/bin/tsc')
      const flags = ['--module', 'nodenext', '--target', 'es2022', '--strict', '--types', '']
      await run(process.execPath, [compiler, ...flags, 'check.mts'], { cwd: folder })
      const { stdout } = await run(process.execPath, ['check.mjs'], { cwd: folder })
      expect(stdout).toBe('5000000001\nkey-invalid\n')
    },
    MINUTE_MS,
  )
})

/** Starts a command in the operator's folder, and waits until it says that Clasp runs. */
async function startIn(
  args: readonly string[],
  variables: Record<string, string>,
): Promise<{ child: ChildProcess; output: () => string }> {
  const command = installed('dist/package/server/clasp-telegram.js')
  const { PATH, HOME } = process.env
  const child = spawn(process.execPath, [command, ...args], {
    cwd: folder,
    env: { PATH, HOME, ...variables },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines: string[] = []
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      lines.push(line)
      if (/Clasp is running|forgets everything/.test(line)) resolve()
    })
    child.once('exit', () => reject(new Error(`it ended: ${lines.join('\n')}`)))
  })
  return { child, output: () => lines.join('\n') }
}

/** TON Connect's library supports WalletConnect, which is unused here, so its chunk contains that name. */
const VENDORED = /^ton-connect-.*\.js$/
/** The same page for everybody, whose reader may have a proof of any wallet. */
const VERIFIER = 'verify.html'
const EVM = /walletconnect|reown|metamask|ethereum|eip155|erc-?1271/i

async function countEvmFiles(client: string): Promise<number> {
  const entries = await readdir(installed(`dist/package/${client}`), {
    recursive: true,
    withFileTypes: true,
  })
  const texts = entries.filter(
    (entry) =>
      entry.isFile() &&
      !/\.(?:br|gz|png)$/.test(entry.name) &&
      !VENDORED.test(entry.name) &&
      entry.name !== VERIFIER,
  )
  const contents = await Promise.all(
    texts.map((entry) => readFile(join(entry.parentPath, entry.name), 'utf8')),
  )
  return contents.filter((content) => EVM.test(content)).length
}

test('a release has the checksums of the package and of the page, as sha256sum reads them', async () => {
  const sums = await writeChecksums(installed(''), { folder: place, name: NAME })
  await writeFile(join(place, 'SHA256SUMS'), sums)
  await run('tar', ['--extract', '--file', NAME], { cwd: place })
  const { stdout } = await run('sha256sum', ['--check', 'SHA256SUMS'], { cwd: place })
  expect(stdout).toContain(`${NAME}: OK`)
  expect(stdout).toContain('package/dist/package/client/index.html: OK')
  const pages = sums.split('\n').filter((line) => line.endsWith('/verify.html'))
  expect(new Set(pages.map((line) => line.split(' ')[0])).size).toBe(1)
  const served = createHash('sha256').update(await (await get('/verify')).text())
  expect(pages[0]).toContain(served.digest('hex'))
})

test(
  'the package is the same, byte for byte, from another folder with what the image copies',
  async () => {
    const copy = join(ROOT, 'dist', `package-${process.pid}`)
    onTestFinished(() => rm(copy, { recursive: true, force: true }))
    await copySources(copy)
    await run('npm', ['pack'], { cwd: copy })
    expect(await digest(join(copy, NAME))).toBe(await digest(join(place, NAME)))
  },
  15 * MINUTE_MS,
)

/** What `.dockerignore` lets through, which is one name a line, and hard links to the installed packages. */
async function copySources(to: string): Promise<void> {
  await mkdir(to, { recursive: true })
  const rules = await readFile(join(ROOT, '.dockerignore'), 'utf8')
  for (const [, name = ''] of rules.matchAll(/^!(.+)$/gm)) {
    await cp(join(ROOT, name), join(to, name), { recursive: true })
  }
  await run('cp', ['--archive', '--link', join(ROOT, 'node_modules'), join(to, 'node_modules')])
}

async function digest(file: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(file))
    .digest('hex')
}
