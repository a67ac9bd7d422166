import { join } from 'node:path'
import type { UserConfig } from 'vite'

/** viem and @noble/curves each have the same version of @noble/hashes. One is enough. */
export function oneOfHashes(root: string): NonNullable<UserConfig['resolve']> {
  const folder = join(root, 'node_modules/viem/node_modules/@noble/hashes/esm')
  return { alias: [{ find: /^@noble\/hashes\/(\w+)$/, replacement: `${folder}/$1.js` }] }
}
