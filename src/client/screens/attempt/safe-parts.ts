import { SafeHash } from '../signing/safe-hash.tsx'
import { SafeWays } from './safe-ways.tsx'

/** What an attempt shows for a Safe. In one chunk, which attempts with other wallets never load. */
export const safeParts = { SafeHash, SafeWays }
