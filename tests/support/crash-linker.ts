import { openStore } from '#server/store/open-store.ts'
import { proveWallet, sampleMember } from './store-samples.ts'

/**
 * A process that links wallets as fast as it can, until it is killed. Prints the id of every
 * attempt of whose link it was told.
 *
 * Usage: `tsx crash-linker.ts <database url> <data key in hex>`
 */
const CONCURRENCY = 8

async function main(databaseUrl: string, dataKey: Uint8Array): Promise<void> {
  const store = await openStore({ databaseUrl, dataKey, delivers: true })
  const linkers = Array.from({ length: CONCURRENCY }, async () => {
    for (;;) {
      const member = await sampleMember(store)
      const { attemptId, outcome } = await proveWallet(store, member.id)
      if (outcome.outcome === 'linked') process.stdout.write(`${attemptId}\n`)
    }
  })
  await Promise.all(linkers)
}

const [databaseUrl = '', dataKey = ''] = process.argv.slice(2)
void main(databaseUrl, Buffer.from(dataKey, 'hex'))
