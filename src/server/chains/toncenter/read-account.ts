import * as v from 'valibot'
import { hexToBytes } from 'viem/utils'
import type { TonBlock } from '#proof/document.ts'
import {
  BlockIdSchema,
  getFromToncenter,
  requireBlock,
  type ToncenterLine,
  type TonLocation,
  runGetMethod,
} from './call-toncenter.ts'
import type { ReportedKey } from '#server/chains/ton-chain.ts'

const AccountSchema = v.object({
  ok: v.literal(true),
  result: v.object({
    state: v.picklist(['active', 'uninitialized', 'frozen']),
    /** A bag of cells in base64; empty where there is no code. */
    code: v.optional(v.string(), ''),
    block_id: BlockIdSchema,
  }),
})

type ToncenterAccount = Pick<v.InferOutput<typeof AccountSchema>['result'], 'state' | 'code'> & {
  block?: TonBlock
}

/** @throws {ToncenterError} */
export async function readAccount(
  { address, seqno }: TonLocation,
  line: ToncenterLine,
): Promise<ToncenterAccount> {
  const query = new URLSearchParams({ address, ...(seqno !== undefined && { seqno: `${seqno}` }) })
  const path = `/api/v2/getAddressInformation?${query.toString()}`
  const { result } = await getFromToncenter(path, AccountSchema, line)
  requireBlock(seqno, result.block_id)
  const { state, code, block_id: block } = result
  return block === undefined ? { state, code } : { state, code, block: { seqno: block.seqno } }
}

const KEY_BYTES = 32

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
export async function readAccountKey(
  location: TonLocation,
  line: ToncenterLine,
): Promise<ReportedKey> {
  const { state, block: readAt } = await readAccount(location, line)
  if (state === 'uninitialized') return { status: 'inactive', block: readAt }
  if (state === 'frozen') return { status: 'frozen', block: readAt }
  const method = { ...location, method: 'get_public_key' }
  const { stack, block } = await runGetMethod(method, readAt, line)
  const key = v.safeParse(KeyStackSchema, stack)
  if (!key.success) return { status: 'no-key', block }
  const [[, hex]] = key.output
  return { status: 'active', publicKey: hexToBytes(`0x${hex}`), block }
}
