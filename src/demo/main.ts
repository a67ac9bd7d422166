import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readClientBuild } from '#server/client-build.ts'
import { buildDemo } from './build-demo.ts'
import { isPortFree } from './is-port-free.ts'
import { HOST_PORT, runDemo } from './run-demo.ts'

/** `npm run demo -- [host-bot] [--port 8080]`: the Mini App gets the port after that. */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { port: { type: 'string', default: String(HOST_PORT) } },
})
const hostPort = Number(values.port)
const appPort = hostPort + 1

if ((await isPortFree(hostPort)) && (await isPortFree(appPort))) {
  await demonstrate()
} else {
  console.error(
    `Port ${values.port}, or the one after it, cannot be listened on. Try: npm run demo -- --port 8090`,
  )
  process.exitCode = 1
}

async function demonstrate(): Promise<void> {
  console.log('Building the Mini App, the simulated Telegram and the wallet…')
  const root = join(import.meta.dirname, '../..')
  const pages = await buildDemo({ root, directory: join(root, 'dist/demo') })
  const client = await readClientBuild(pages)
  const bot = positionals.includes('host-bot') ? 'host' : 'clasp'
  await runDemo({ client, pages, hostPort, appPort, bot })
}
