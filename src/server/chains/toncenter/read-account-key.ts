import * as v from 'valibot'
import type { TonAccountKey } from '#server/verify/ton-chain.ts'
import { runGetMethod, type ToncenterLine } from './call-toncenter.ts'
import { readAccount } from './read-account.ts'

const KEY_BYTES = 32

const StackSchema = v.array(v.unknown())

/** The one stack entry that `get_public_key` returns: a 256-bit unsigned number, leading zeros dropped. */
const KeyStackSchema = v.strictTuple([
  v.strictTuple([
    v.literal('num'),
    v.pipe(
      v.string(),
      v.regex(/^0x[0-9a-f]{1,64}$/),
      v.transform((number) => number.slice('0x'.length).padStart(KEY_BYTES * 2, '0')),
    ),
  ]),
])

/**
 * The contract decides what its get-method returns, so a key of another form counts as no key, and is not queried
 * again.
 *
 * @throws {ToncenterError}
 */
export async function readAccountKey(address: string, line: ToncenterLine): Promise<TonAccountKey> {
  const { state, block } = await readAccount(address, line)
  if (state === 'uninitialized') return { status: 'inactive', block }
  if (state === 'frozen') return { status: 'frozen', block }
  const stack = await runGetMethod({ address, method: 'get_public_key' }, StackSchema, line)
  const key = v.safeParse(KeyStackSchema, stack)
  if (!key.success) return { status: 'no-key', block }
  const [[, hex]] = key.output
  return { status: 'active', publicKey: Buffer.from(hex, 'hex'), block }
}
