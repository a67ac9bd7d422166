import { readClientBuild } from '#server/builds/client-build.ts'
import { commandLine } from '#server/config/command-line.ts'
import type { DemoClient, DemoPages } from './demo-folders.ts'
import { findAnvil, INSTALL_ANVIL } from './evm/anvil.ts'
import { findPorts, MESSENGER_PORT } from './find-ports.ts'
import { commandWithoutPort, type DemoChoices, readChoices } from './read-choices.ts'
import { runDemo } from './run-demo.ts'
import { runOperator } from './run-operator.ts'
import { canRunHostBot } from './start-host-bot.ts'

/** Where the demo's parts come from: they are built now, or were built into the package. */
export type DemoParts = {
  pages(): Promise<DemoPages>
  client(hasEvm: boolean): Promise<DemoClient>
}

/** The simulated Telegram, the Mini App, and in the mode `operator` the operator's Clasp behind the Mini App's origin. */
const PORTS = 3

/** Runs the demo that the arguments name, until a signal. Says what is wrong with them. */
export async function playDemo(args: readonly string[], parts: DemoParts): Promise<void> {
  const choices = readChoices(args)
  if (choices === null) {
    return fail(
      'Known are: host-bot, python-bot or operator, --port, --evm in-app|browser|off, --ton-text off|offer|require',
    )
  }
  const messengerPort = await findPorts({ first: choices.port, count: PORTS })
  if (messengerPort === null) return fail(adviseOnPort(choices))
  return play(choices, { messengerPort, parts })
}

function adviseOnPort({ port, ...others }: DemoChoices): string {
  return port === null
    ? `No three ports in a row are free from ${MESSENGER_PORT} on. Name the first with --port.`
    : `Port ${port}, or one of the two after it, is not free. This takes free ones: ${commandWithoutPort({ port, ...others })}`
}

function fail(reason: string): void {
  console.error(reason)
  process.exitCode = 1
}

type Stage = { messengerPort: number; parts: DemoParts }

async function play(choices: DemoChoices, { messengerPort, parts }: Stage): Promise<void> {
  if (choices.mode === 'operator') return runOperator({ pages: await parts.pages(), messengerPort })
  const { mode: bot = 'clasp', tonText } = choices
  if (bot !== 'clasp' && !canRunHostBot(bot)) {
    return fail('This bot needs Python 3.10 or later, as python3.')
  }
  const evm = findAnvil() === null ? 'off' : choices.evm
  if (evm !== choices.evm) {
    console.log(
      `No EVM wallets in this demo: their chain, anvil, is not installed.\nTo have it: ${INSTALL_ANVIL}, then ${commandLine('demo')}`,
    )
  }
  const [pages, served] = await Promise.all([parts.pages(), parts.client(evm !== 'off')])
  const client = await readClientBuild({ ...served, builds: null })
  return runDemo({ client, pages, messengerPort, appPort: messengerPort + 1, bot, evm, tonText })
}
