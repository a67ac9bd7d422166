import { commandLine } from '#server/config/command-line.ts'
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog } from '#server/log/log.ts'
import { EVM_WALLET_PATH } from './evm/demo-network.ts'
import { type Demo, type DemoOptions, startDemo } from './start-demo.ts'

const OWNERS_BOT =
  "An owner's bot answers, with Clasp beside it. Try /whoami in the chat, /club in the group."

/** Suggestions for the chat. */
const TO_TRY = {
  clasp: 'Press START. The first of the people is an admin: Home → Admin.',
  'host-bot': OWNERS_BOT,
  'python-bot': OWNERS_BOT,
}

type RunOptions = Pick<
  DemoOptions,
  'client' | 'pages' | 'messengerPort' | 'appPort' | 'appOrigin' | 'bot' | 'evm' | 'tonText'
>

/** The EVM wallet in a separate tab, for copied or scanned links. */
function evmWallet({ evm, messengerUrl }: Demo): string {
  return evm === null
    ? ''
    : `\n    ${messengerUrl}${EVM_WALLET_PATH}   an EVM wallet: paste its link there`
}

/** The multisigs of this world. The wallets hold the keys of all owners. */
function treasuries({ evm }: Demo): string {
  const ton = 'A TON multisig'
  const both = evm === null ? ton : `A Safe (${evm.treasury.safe.address}) and a TON multisig`
  return `${both}, 2 of 3 each: connect as one of their owners.`
}

/** Starts the demo world, prints its addresses, and deletes everything at the end. */
export async function runDemo(options: RunOptions): Promise<void> {
  const database = join(tmpdir(), `clasp-demo-${randomUUID()}.db`)
  const demo = await startDemo({
    ...options,
    databaseUrl: `file:${database}`,
    log: createLog('warn'),
    now: Date.now,
  })
  console.log(`
  Clasp is running on this machine, and nothing of it leaves it.

    ${demo.messengerUrl}   the demo: open this in your browser
    ${demo.appUrl}   the Mini App, as a browser outside Telegram sees it${evmWallet(demo)}
    ${demo.messengerUrl}/ui   every component of the Mini App, in every state

  ${TO_TRY[options.bot]}
  ${treasuries(demo)}
  This Telegram signs launches with a key of its own. To trust it:
    ${commandLine(`verify <file> --telegram-key ${demo.world.signer.publicKey}`)}

  Ctrl+C stops it and forgets everything.
`)

  const stop = async () => {
    await demo.close()
    await Promise.all(['', '-wal', '-shm'].map((end) => rm(`${database}${end}`, { force: true })))
  }
  process.once('SIGINT', () => void stop())
  process.once('SIGTERM', () => void stop())
}
