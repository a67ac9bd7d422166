import { commandLine, startingLines } from '#server/config/command-line.ts'
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { appendToEnvFile, readEnvFile } from '#server/cli/setup/env-file.ts'
import type { DemoPages } from './demo-folders.ts'
import { type AroundOperator, startAroundOperator } from './start-around-operator.ts'

const ENV_FILE = '.env'
/** Where the example of an operator's bot listens. */
const RECEIVER = 'http://127.0.0.1:4000/clasp'

type OperatorOptions = { pages: DemoPages; messengerPort: number }

/**
 * Starts everything around Clasp, and writes the `.env` of a new operator: README's commands then run as they do with
 * Telegram. A `.env` that exists is not touched, because it may be that of a real bot.
 */
export async function runOperator({ pages, messengerPort }: OperatorOptions): Promise<void> {
  const file = await readEnvFile(ENV_FILE)
  if (file.owner !== null) {
    console.error(
      `There is a ${ENV_FILE} already. Move it away, or use another folder: it may be that of a real bot.`,
    )
    process.exitCode = 1
    return
  }
  const around = await startAroundOperator({
    pages,
    messengerPort,
    frontPort: messengerPort + 1,
    claspPort: messengerPort + 2,
  })
  const database = join(tmpdir(), `clasp-operator-${randomUUID()}.db`)
  await appendToEnvFile(file, { ...around.environment, DATABASE_URL: `file:${database}` })
  console.log(describe(around))

  const stop = async () => {
    await around.close()
    await Promise.all(
      [ENV_FILE, ...['', '-wal', '-shm'].map((end) => `${database}${end}`)].map((path) =>
        rm(path, { force: true }),
      ),
    )
  }
  process.once('SIGINT', () => void stop())
  process.once('SIGTERM', () => void stop())
}

function describe({ services, publicUrl }: AroundOperator): string {
  return `
  Telegram, wallets and the TON chain are simulated on this machine, and nothing leaves it.
  Clasp does not run yet. ${ENV_FILE} has the token of @${services.world.botUsername}, and names these simulations. In a second terminal:

    ${[commandLine(`setup --public-url ${publicUrl} --evm off --yes`), ...startingLines()].join('\n    ')}

  Then open ${services.messengerUrl}, and press START. docs/first-run.md goes on from here, with a bot of your own:

    ${commandLine(`setup --public-url ${publicUrl} --evm off --bot-mode off --webhook-url ${RECEIVER} --yes`)}

  Ctrl+C stops it, and deletes ${ENV_FILE} and the database.
`
}
