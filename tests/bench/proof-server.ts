import { join } from 'node:path'
import { readClientBuild } from '#server/builds/client-build.ts'
import { createLog } from '#server/log/log.ts'
import { runUntilSignal } from '#server/process/run-until-signal.ts'
import { createEvmWorld } from '#tests/support/evm-rpc.ts'
import { getConfig } from '#tests/support/get-config.ts'
import { startBareServer } from '#tests/support/start-bare-server.ts'

/** Made by `npm run build`. */
const BUILD = join(import.meta.dirname, '../../dist/current')

/* The server as in production, but for EVM chains that answer at once and have no contracts. Its configuration is in the environment. */
const config = getConfig(process.env)
const log = createLog(config.logLevel)
const client = await readClientBuild({
  client: join(BUILD, 'client'),
  prerender: join(BUILD, 'prerender/prerender.js'),
  builds: null,
})
const { fetch } = createEvmWorld()
await runUntilSignal(() => startBareServer({ config, log, client, fetch }), log)
