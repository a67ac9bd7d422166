import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { ROOT } from './root.ts'

const PackageSchema = v.pipe(v.string(), v.parseJson(), v.object({ version: v.string() }))

/** The version that runs. */
export const VERSION = readVersion(ROOT)

/** The version that runs and the one that is installed by now. Null while they are the same: until the next update. */
export function findUpdate(root = ROOT): { running: string; installed: string } | null {
  const installed = readVersion(root)
  return installed === VERSION ? null : { running: VERSION, installed }
}

function readVersion(root: string): string {
  return v.parse(PackageSchema, readFileSync(join(root, 'package.json'), 'utf8')).version
}
