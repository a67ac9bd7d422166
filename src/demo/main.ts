import { join } from 'node:path'
import { buildDemoClient, buildPages } from './build-demo.ts'
import { playDemo } from './play-demo.ts'

const ROOT = join(import.meta.dirname, '../..')
const PLACES = { root: ROOT, directory: join(ROOT, 'dist/demo') }

/* `npm run demo` */
// Whatever the shell says: React has another build for development.
process.env['NODE_ENV'] = 'production'
await playDemo(process.argv.slice(2), {
  pages() {
    console.log('Building the pages…')
    return buildPages(PLACES)
  },
  client: (hasEvm) => buildDemoClient({ ...PLACES, hasEvm }),
})
