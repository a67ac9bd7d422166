import * as v from 'valibot'
import type { TonBlock } from '#proof/document.ts'
import { getFromToncenter, type ToncenterLine } from './call-toncenter.ts'

const MASTERCHAIN = -1
const SeqnoSchema = v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(0xffff_ffff))

const AccountSchema = v.object({
  ok: v.literal(true),
  result: v.object({
    state: v.picklist(['active', 'uninitialized', 'frozen']),
    /** A bag of cells in base64; empty where there is no code. */
    code: v.optional(v.string(), ''),
    /** The masterchain's block at which the account was read. */
    block_id: v.fallback(
      v.optional(v.object({ workchain: v.literal(MASTERCHAIN), seqno: SeqnoSchema })),
      undefined,
    ),
  }),
})

type TonAccount = Pick<v.InferOutput<typeof AccountSchema>['result'], 'state' | 'code'> & {
  block?: TonBlock
}

/** @throws {ToncenterError} */
export async function readAccount(address: string, line: ToncenterLine): Promise<TonAccount> {
  const path = `/api/v2/getAddressInformation?address=${encodeURIComponent(address)}`
  const { result } = await getFromToncenter(path, AccountSchema, line)
  const { state, code, block_id: block } = result
  return block === undefined ? { state, code } : { state, code, block: { seqno: block.seqno } }
}
