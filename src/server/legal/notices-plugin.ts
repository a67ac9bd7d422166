import { join } from 'node:path'
import type { Plugin } from 'vite'
import { makeNotices } from './make-notices.ts'

const ROOT = join(import.meta.dirname, '../../..')
const READ_NOTICES = join(import.meta.dirname, 'read-notices.ts')

/** Writes the licences of the installed packages into a build, which may run without these packages. */
export function notices(): Plugin {
  return {
    name: 'notices',
    load: (id) =>
      id === READ_NOTICES
        ? `export const readNotices = () => (${JSON.stringify(makeNotices(ROOT))})`
        : null,
  }
}
