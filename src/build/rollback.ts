import { join } from 'node:path'
import { chooseBuild, NoBuildError } from './choose-build.ts'
import { switchTo } from './publish-build.ts'

const DIST = join(import.meta.dirname, '../../dist')

/* `npm run rollback`, or `npm run rollback -- <id>` */
try {
  const id = await chooseBuild(DIST, process.argv[2])
  await switchTo(DIST, id)
  console.log(`dist/current is now ${id}. To run it, restart the server.`)
} catch (error) {
  if (!(error instanceof NoBuildError)) throw error
  console.error(`Nothing was changed: ${error.message}`)
  process.exitCode = 1
}
