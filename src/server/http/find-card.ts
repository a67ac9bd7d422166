import type { CardVerdict } from '../store/cards/cards.ts'
import type { Store } from '../store/store.ts'

/** The present or former card with this code; undefined when there never was one. */
export async function findCard(
  code: string,
  store: Pick<Store, 'findCard'>,
): Promise<Exclude<CardVerdict, { kind: 'unknown' }> | undefined> {
  const verdict = await store.findCard(code)
  return verdict.kind === 'unknown' ? undefined : verdict
}
