import * as v from 'valibot'
import { getFromToncenter, type ToncenterLine } from './call-toncenter.ts'

const AccountSchema = v.object({
  ok: v.literal(true),
  result: v.object({
    state: v.picklist(['active', 'uninitialized', 'frozen']),
    /** A bag of cells in base64; empty where there is no code. */
    code: v.optional(v.string(), ''),
  }),
})

/** @throws {ToncenterError} */
export async function readAccount(
  address: string,
  line: ToncenterLine,
): Promise<v.InferOutput<typeof AccountSchema>['result']> {
  const path = `/api/v2/getAddressInformation?address=${encodeURIComponent(address)}`
  return (await getFromToncenter(path, AccountSchema, line)).result
}
