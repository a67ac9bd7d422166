import { join } from 'node:path'
import { parseArgs } from 'node:util'
import * as v from 'valibot'
import { readClientBuild } from '#server/builds/client-build.ts'
import { EVM_POLICIES, TON_TEXT_BINDINGS } from '#shared/boot.ts'
import { buildDemo } from './build-demo.ts'
import { isPortFree } from './is-port-free.ts'
import { HOST_PORT, runDemo } from './run-demo.ts'

const PoliciesSchema = v.object({
  evm: v.picklist(EVM_POLICIES),
  tonText: v.picklist(TON_TEXT_BINDINGS),
})

/**
 * `npm run demo -- [host-bot] [--port 8080] [--evm in-app|browser|off] [--ton-text off|offer|require]`:
 * the Mini App gets the port after that.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    port: { type: 'string', default: String(HOST_PORT) },
    evm: { type: 'string', default: 'in-app' },
    'ton-text': { type: 'string', default: 'offer' },
  },
})
const hostPort = Number(values.port)
const appPort = hostPort + 1
const policies = v.safeParse(PoliciesSchema, { evm: values.evm, tonText: values['ton-text'] })

if (!policies.success) {
  fail('Known are: --evm in-app|browser|off, and --ton-text off|offer|require')
} else if ((await isPortFree(hostPort)) && (await isPortFree(appPort))) {
  await demonstrate(policies.output)
} else {
  fail(
    `Port ${values.port}, or the one after it, cannot be listened on. Try: npm run demo -- --port 8090`,
  )
}

function fail(reason: string): void {
  console.error(reason)
  process.exitCode = 1
}

async function demonstrate(policies: v.InferOutput<typeof PoliciesSchema>): Promise<void> {
  console.log('Building the Mini App, the simulated Telegram and the wallets…')
  const root = join(import.meta.dirname, '../..')
  const hasEvm = policies.evm !== 'off'
  const pages = await buildDemo({ root, directory: join(root, 'dist/demo'), hasEvm })
  const client = await readClientBuild({ ...pages, builds: null })
  const bot = positionals.includes('host-bot') ? 'host' : 'clasp'
  await runDemo({ client, pages, hostPort, appPort, bot, ...policies })
}
