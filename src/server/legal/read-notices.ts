import { join } from 'node:path'
import { makeNotices, type Notices } from './make-notices.ts'

const ROOT = join(import.meta.dirname, '../../..')

/**
 * The licences of what members are served. This module is for sources that run as they are: it reads the installed
 * packages. Every build and every test has the licences written in its place: see `notices-plugin.ts`.
 */
export function readNotices(): Notices {
  return makeNotices(ROOT)
}
