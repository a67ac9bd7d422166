import { join } from 'node:path'
import { makeBuild } from './make-build.ts'
import { publishBuild } from './publish-build.ts'

const ROOT = join(import.meta.dirname, '../..')

/* `npm run build` */
const id = await publishBuild(join(ROOT, 'dist'), (folder) => makeBuild(ROOT, folder))
console.log(`dist/current is now ${id}`)
