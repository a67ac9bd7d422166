import { type ReadableAtom, atom, onMount } from 'nanostores'
import * as v from 'valibot'
import { SHARED_KINDS, type SharedKind, createAccount } from './accounts.ts'

const TermsSchema = v.object({
  /** Raw form, as are all addresses here. */
  address: v.string(),
  signers: v.array(v.string()),
  threshold: v.number(),
})
type TreasuryData = v.InferOutput<typeof TermsSchema>

/** The demo's multisig, as the shared accounts' holder sees it. */
export type TonTreasuryTerms = {
  address: string
  /** In the chain's order. */
  signers: readonly SharedKind[]
  threshold: number
}

export type TonTreasury = {
  /** Null until the chain has answered. */
  terms: ReadableAtom<TonTreasuryTerms | null>
  /** Puts the spare signer in the place of the second one, or the second one back. */
  swapSigner(): Promise<void>
  /** Asks every signer to agree, or two again. */
  changeThreshold(): Promise<void>
}

const FIRST_THRESHOLD = 2

/** @param baseUrl where the demo's multisig routes are mounted, e.g. `/ton/demo` of the page's origin */
export function createTreasury(baseUrl: string): TonTreasury {
  const terms = atom<TonTreasuryTerms | null>(null)
  const change = async (
    change: (current: TonTreasuryTerms) => Omit<TonTreasuryTerms, 'address'>,
  ) => {
    const current = terms.get()
    if (current !== null) terms.set(await send(baseUrl, { ...current, ...change(current) }))
  }
  onMount(terms, () => {
    void read(fetch(`${baseUrl}/treasury`)).then((now) => terms.set(now))
  })
  return {
    terms,
    swapSigner: () =>
      change(({ signers, threshold }) => ({ signers: signers.map(swapped), threshold })),
    changeThreshold: () =>
      change(({ signers, threshold }) => ({
        signers,
        threshold: threshold === signers.length ? FIRST_THRESHOLD : signers.length,
      })),
  }
}

function send(baseUrl: string, { address, signers, threshold }: TonTreasuryTerms) {
  return read(
    fetch(`${baseUrl}/multisigs/${address}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ signers: signers.map(getAddress), threshold }),
    }),
  )
}

async function read(answer: Promise<Response>): Promise<TonTreasuryTerms> {
  const terms: TreasuryData = v.parse(TermsSchema, await (await answer).json())
  const signers = terms.signers.flatMap(
    (address) => SHARED_KINDS.find((kind) => getAddress(kind) === address) ?? [],
  )
  return { ...terms, signers }
}

function swapped(kind: SharedKind): SharedKind {
  if (kind === 'signer2') return 'spare'
  return kind === 'spare' ? 'signer2' : kind
}

function getAddress(kind: SharedKind): string {
  return createAccount({ kind, seed: '', network: '-239' }).address
}
