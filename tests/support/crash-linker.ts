import { openStore } from '#server/store/open-store.ts'
import type { Store } from '#server/store/store.ts'
import { proveByText, proveWallet, sampleEvmWallet, sampleMember } from './store-samples.ts'

/**
 * A process that links wallets as fast as it can, until it is killed. Prints the id of every
 * attempt of whose link it was told.
 *
 * `free`: each member proves a wallet of their own, of one family or the other. `taken`: all of them
 * take one wallet from each other.
 *
 * Usage: `tsx crash-linker.ts <database url> <data key in hex> <free|taken>`
 */
const CONCURRENCY = 8

async function main(databaseUrl: string, dataKey: Uint8Array, kind: string): Promise<void> {
  const store = await openStore({ databaseUrl, dataKey, delivers: true })
  const prove = kind === 'taken' ? takeOne(store) : proveFree(store)
  const linkers = Array.from({ length: CONCURRENCY }, async () => {
    for (let count = 0; ; count += 1) {
      const member = await sampleMember(store)
      const { attemptId, outcome } = await prove(member.id, count)
      if (outcome.outcome === 'linked') process.stdout.write(`${attemptId}\n`)
    }
  })
  await Promise.all(linkers)
}

function proveFree(store: Store) {
  return (userId: string, count: number) =>
    count % 2 === 0 ? proveWallet(store, userId) : proveByText(store, userId)
}

function takeOne(store: Store) {
  const proven = sampleEvmWallet()
  return (userId: string) => proveByText(store, userId, proven)
}

const [databaseUrl = '', dataKey = '', kind = 'free'] = process.argv.slice(2)
void main(databaseUrl, Buffer.from(dataKey, 'hex'), kind)
