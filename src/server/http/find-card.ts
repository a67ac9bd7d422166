import type { CardStore, CardVerdict } from '../store/card-store.ts'

/** What there is, or was, under the code of a card; undefined when there never was anything. */
export async function findCard(
  code: string,
  store: Pick<CardStore, 'findCard'>,
): Promise<Exclude<CardVerdict, { kind: 'unknown' }> | undefined> {
  const verdict = await store.findCard(code)
  return verdict.kind === 'unknown' ? undefined : verdict
}
