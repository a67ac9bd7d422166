import { join } from 'node:path'
import { makeNotices, type Notices } from './make-notices.ts'

const ROOT = join(import.meta.dirname, '../../..')

/**
 * The licences of everything that members are served. This module is for unbuilt sources: it reads the installed
 * packages. Every build and every test replaces it with the written licences: see `notices-plugin.ts`.
 */
export function readNotices(): Notices {
  return makeNotices(ROOT)
}
