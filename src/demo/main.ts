import { join } from 'node:path'
import { readClientBuild } from '#server/builds/client-build.ts'
import { buildDemo, buildPages } from './build-demo.ts'
import { findPorts, MESSENGER_PORT } from './find-ports.ts'
import { commandWithoutPort, type DemoChoices, readChoices } from './read-choices.ts'
import { runDemo } from './run-demo.ts'
import { runOperator } from './run-operator.ts'

const ROOT = join(import.meta.dirname, '../..')
const PLACES = { root: ROOT, directory: join(ROOT, 'dist/demo') }
/** The simulated Telegram, the Mini App, and in the mode `operator` the operator's Clasp behind the Mini App's origin. */
const PORTS = 3

/* `npm run demo` */
const choices = readChoices(process.argv.slice(2))
if (choices === null) {
  fail(
    'Known are: host-bot or operator, --port, --evm in-app|browser|off, --ton-text off|offer|require',
  )
} else {
  const messengerPort = await findPorts({ first: choices.port, count: PORTS })
  if (messengerPort === null) fail(adviseOnPort(choices))
  else await play(choices, messengerPort)
}

function adviseOnPort({ port, ...others }: DemoChoices): string {
  return port === null
    ? `No three ports in a row are free from ${MESSENGER_PORT} on. Name the first with --port.`
    : `Port ${port}, or one of the two after it, cannot be listened on. This takes free ones: ${commandWithoutPort({ port, ...others })}`
}

function fail(reason: string): void {
  console.error(reason)
  process.exitCode = 1
}

async function play({ mode, evm, tonText }: DemoChoices, messengerPort: number): Promise<void> {
  if (mode === 'operator') {
    console.log('Building the simulated Telegram and the wallets…')
    return runOperator({ pages: await buildPages(PLACES), messengerPort })
  }
  console.log('Building the Mini App, the simulated Telegram and the wallets…')
  const pages = await buildDemo({ ...PLACES, hasEvm: evm !== 'off' })
  const client = await readClientBuild({ ...pages, builds: null })
  const bot = mode === 'host-bot' ? 'host' : 'clasp'
  return runDemo({ client, pages, messengerPort, appPort: messengerPort + 1, bot, evm, tonText })
}
