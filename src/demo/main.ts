import { join } from 'node:path'
import { readClientBuild } from '#server/client-build.ts'
import { buildDemo } from './build-demo.ts'
import { APP_PORT, runDemo } from './run-demo.ts'

const ROOT = join(import.meta.dirname, '../..')

const bot = process.argv[2] === 'host-bot' ? 'host' : 'clasp'

console.log('Building the Mini App, the simulated Telegram and the wallet…')
const build = await buildDemo({ root: ROOT, directory: join(ROOT, 'dist/demo') })
await runDemo({ client: await readClientBuild(build), pages: build, appPort: APP_PORT, bot })
