import { join } from 'node:path'
import { ROOT } from '#server/config/root.ts'
import { demoClient, demoPages } from './demo-folders.ts'
import { playDemo } from './play-demo.ts'

/** What the package has in the place of `dist/demo`. */
const DIRECTORY = join(ROOT, 'dist/package/demo')

/* `clasp-telegram demo` */
export const demo = (args: readonly string[]): Promise<void> =>
  playDemo(args, {
    pages: () => Promise.resolve(demoPages(DIRECTORY)),
    client: (hasEvm) => Promise.resolve(demoClient(DIRECTORY, hasEvm)),
  })
