import { signAsSafe } from '../sign-as-safe.ts'
import { treasuryKey } from '../treasury-keys.ts'
import type { SignBehaviour } from './behaviour.ts'
import type { TreasuryPort, SafeTreasuryTerms } from './treasury-port.ts'
import type { EvmTextRequest } from './signing-request.ts'
import type { CollectingView } from './wallet-view.ts'

/** Whether owners sign one after another before the app gets its answer, as in Safe{Wallet}. */
export function isCollected(behaviour: SignBehaviour): boolean {
  return COLLECTED.has(behaviour)
}

const COLLECTED: ReadonlySet<SignBehaviour> = new Set([
  'honest',
  'wait-5-seconds',
  'wait-until-asked',
  'drop-relay',
  'silence-relay',
])

type Start = { request: EvmTextRequest; behaviour: SignBehaviour; terms: SafeTreasuryTerms }

/** Nobody has signed yet. */
export function startCollecting(start: Start): CollectingView {
  return { screen: 'collecting', ...start, signed: [], next: start.terms.owners[0] ?? null }
}

/** The next owner signs and sends the signature to the Transaction Service. */
export async function collectNext(
  treasury: TreasuryPort,
  view: CollectingView,
): Promise<CollectingView> {
  const { next, terms, request } = view
  if (next === null) return view
  const { text } = request
  await treasury.gather({
    terms,
    text,
    signature: await signAsSafe(terms, text, [treasuryKey(next)]),
  })
  const signed = [...view.signed, next]
  const left = terms.owners.find((owner) => !signed.includes(owner)) ?? null
  return { ...view, signed, next: signed.length < terms.threshold ? left : null }
}

/** Owners sign until the threshold is reached. */
export async function collectAll(treasury: TreasuryPort, view: CollectingView): Promise<void> {
  const { next } = view
  if (next !== null) await collectAll(treasury, await collectNext(treasury, view))
}
