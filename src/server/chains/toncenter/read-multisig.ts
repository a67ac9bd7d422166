import type { NoMultisig } from '#proof/chain.ts'
import * as v from 'valibot'
import { bytesToHex } from 'viem/utils'
import { readAddressDictionary } from './address-dictionary.ts'
import { PORTABLE_CRYPTO } from '#proof/crypto.ts'
import { Base64Schema } from '#proof/document.ts'
import { type Cell, readBoc } from '#proof/ton/boc.ts'
import type { ReadTonMultisig } from '#server/chains/read-multisig.ts'
import { TON_MULTISIG_KIND, type TonNetwork } from '#shared/wallet.ts'
import {
  runGetMethod,
  ToncenterError,
  type ToncenterLine,
  type TonLocation,
} from './call-toncenter.ts'
import { readAccount } from './read-account.ts'

/**
 * Hash of multisig v2's code cell, in hex: `build/Multisig.compiled.json` at 9a4b13df of the repository below, which
 * never changes its own code.
 *
 * @see https://github.com/ton-blockchain/multisig-contract-v2
 */
export const PUBLISHED_MULTISIGS: readonly string[] = [
  'd3d14da9a627f0ec3533341829762af92b9540b21bf03665fac09c2b46eabbac',
]

type TonMultisigLocation = TonLocation & { network: TonNetwork }

const NumberSchema = v.pipe(
  v.strictTuple([v.literal('num'), v.pipe(v.string(), v.regex(/^0x[\da-f]{1,2}$/))]),
  v.transform(([, number]) => Number(number)),
)
const CellSchema = v.tuple([v.literal('cell'), v.object({ bytes: Base64Schema })])
/** Forms of an empty list: TVM's null is one. */
const NothingSchema = v.union([
  v.tuple([v.literal('list'), v.object({ elements: v.pipe(v.array(v.unknown()), v.length(0)) })]),
  v.tuple([v.literal('null')]),
])

/** A library cell holds the hash of the code that it stands for. */
const LIBRARY_HASH_AT = 1

/**
 * @param codes hashes of the code that genuine ones run, in hex
 * @throws {ToncenterError}
 */
export async function readMultisig(
  { network, ...location }: TonMultisigLocation,
  codes: ReadonlySet<string>,
  line: ToncenterLine,
): Promise<ReadTonMultisig | NoMultisig> {
  const { state, code, block: readAt } = await readAccount(location, line)
  if (state !== 'active') return 'none'
  const isGenuine = codes.has(codeHash(code))
  const method = { ...location, method: 'get_multisig_data' }
  const { stack, block } = await runGetMethod(method, readAt, line)
  if (stack === null) return 'none'
  const terms = readTerms(stack)
  if (!isGenuine) return terms === null ? 'none' : 'lookalike'
  if (terms === null) throw new ToncenterError('not what the published code leaves')
  // Otherwise one key would count for several signers.
  if (new Set(terms.owners).size < terms.owners.length) return 'none'
  return {
    family: 'ton',
    kind: TON_MULTISIG_KIND,
    network,
    address: location.address,
    ...terms,
    block,
  }
}

/**
 * Empty for code that we do not read: larger than any known one, or of other cells.
 *
 * @throws {ToncenterError}
 */
function codeHash(code: string): string {
  if (!v.is(Base64Schema, code)) throw new ToncenterError('an active account has code')
  const cell = readBase64(code)
  if (cell === null) return ''
  return cell.exotic
    ? bytesToHex(cell.data.subarray(LIBRARY_HASH_AT)).slice('0x'.length)
    : cell.hash
}

type ReadTerms = Pick<ReadTonMultisig, 'threshold' | 'owners' | 'proposers'>

/**
 * Of the next order's number, the threshold, the signers and the proposers. Null for a stack that multisig v2 cannot
 * return; it throws itself where the threshold cannot be reached.
 */
function readTerms([, threshold, signers, proposers, ...others]: unknown[]): ReadTerms | null {
  const needed = v.safeParse(NumberSchema, threshold)
  const owners = readAddresses(signers)
  const proposing = v.is(NothingSchema, proposers) ? [] : readAddresses(proposers)
  if (!needed.success || owners === null || proposing === null || others.length > 0) return null
  if (needed.output < 1 || needed.output > owners.length) return null
  return { threshold: needed.output, owners, proposers: proposing }
}

function readAddresses(entry: unknown): string[] | null {
  const parsed = v.safeParse(CellSchema, entry)
  const root = parsed.success ? readBase64(parsed.output[1].bytes) : null
  return root === null ? null : readAddressDictionary(root)
}

function readBase64(text: string): Cell | null {
  return readBoc(PORTABLE_CRYPTO.decodeBase64(text))
}
