import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer, get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import ipaddr from 'ipaddr.js'
import { describe, expect, onTestFinished, test } from 'vitest'
import { findCaller } from '#server/http/client-address.ts'
import { findProgram } from '#tests/support/find-program.ts'
import { freePort } from '#tests/support/free-port.ts'
import { listenForTest } from '#tests/support/listen-for-test.ts'
import { readDocumented } from '#tests/support/read-documented.ts'
import { makeTemporaryFolder } from '#tests/support/temporary-folder.ts'
import { until } from '#tests/support/until.ts'

const TRUSTED_PROXIES = [ipaddr.parseCIDR('127.0.0.1/32')]
/** The client calls from another address of this machine, which is none of the internet. */
const CLIENT = { address: '127.0.0.2', isShared: true }
const FORGED = '9.9.9.9'

type ProxySite = { folder: string; port: number; lines: string }

/** How to run the lines that docs/running.md has for a proxy. */
const PROXIES = [
  {
    name: 'nginx',
    language: 'nginx',
    args: (path: string, folder: string) => ['-c', path, '-e', `${folder}/error.log`],
    configure: ({ folder, port, lines }: ProxySite) => {
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
        .map((name) => `${name}_temp_path ${folder}/${name};`)
        .join(' ')
      return `daemon off; pid ${folder}/pid; events {}
        http { access_log off; ${temporary} server { listen 127.0.0.1:${port}; ${lines} } }`
    },
  },
  {
    name: 'caddy',
    language: 'caddyfile',
    args: (path: string) => ['run', '--adapter', 'caddyfile', '--config', path],
    configure: ({ port, lines }: ProxySite) =>
      `{\n\tadmin off\n}\n${lines.replace('app.example.com', `http://127.0.0.1:${port}`)}`,
  },
] as const

/** Answers whom each request counts against. */
async function startBackend(): Promise<number> {
  const server = createServer(({ headers, socket }, response) => {
    const forwarded = headers['x-forwarded-for']?.toString()
    const caller = findCaller({ remote: socket.remoteAddress, forwarded }, TRUSTED_PROXIES)
    response.end(JSON.stringify(caller))
  })
  return (await listenForTest(server)).port
}

/** @returns the port of the proxy */
async function startProxy(
  program: string,
  { args, configure }: (typeof PROXIES)[number],
  documented: string,
): Promise<number> {
  const folder = await makeTemporaryFolder('proxy')
  const [port, backend] = [await freePort(), await startBackend()]
  const lines = documented.replace('127.0.0.1:3000', `127.0.0.1:${backend}`)
  const path = join(folder, 'configuration')
  await writeFile(path, configure({ folder, port, lines }))
  const env = { PATH: process.env['PATH'], HOME: folder }
  const child = spawn(program, args(path, folder), { stdio: 'ignore', env })
  const exit = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await exit
  })
  return port
}

/** The answer to a client that writes X-Forwarded-For itself. */
async function askThrough(port: number): Promise<unknown> {
  const headers = { 'x-forwarded-for': FORGED }
  const request = get({
    port,
    host: '127.0.0.1',
    localAddress: CLIENT.address,
    agent: false,
    headers,
  })
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request.once('response', resolve).once('error', reject)
  })
  return JSON.parse(await text(response))
}

for (const proxy of PROXIES) {
  const program = findProgram(proxy.name)
  if (program === null)
    process.stdout.write(`The tests with ${proxy.name} are skipped: it is not installed.\n`)

  describe.runIf(program !== null)(`behind ${proxy.name}`, () => {
    test('attack: the lines of docs/running.md let no client choose its address', async () => {
      const port = await startProxy(program ?? '', proxy, await readDocumented(proxy.language))
      await until(async () => expect(await askThrough(port)).toEqual(CLIENT))
    })
  })
}

test.runIf(findProgram('nginx') !== null)(
  'without its line about X-Forwarded-For, nginx lets a client choose its address',
  async () => {
    const lines = (await readDocumented('nginx')).replace(/.*X-Forwarded-For.*\n/u, '')
    const port = await startProxy(findProgram('nginx') ?? '', PROXIES[0], lines)
    const forged = { address: FORGED, isShared: false }
    await until(async () => expect(await askThrough(port)).toEqual(forged))
  },
)
