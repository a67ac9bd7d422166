import { join } from 'node:path'
import { makeBuild } from './make-build.ts'
import { publishBuild } from './publish-build.ts'

const ROOT = join(import.meta.dirname, '../..')

/* `npm run build` */
// Whatever the shell says: React has another build for development.
process.env['NODE_ENV'] = 'production'
const id = await publishBuild(join(ROOT, 'dist'), (folder) => makeBuild(ROOT, folder))
console.log(`dist/current is now ${id}`)
