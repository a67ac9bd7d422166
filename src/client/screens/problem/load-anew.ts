import { reloadPage } from '../../telegram/launch-params.ts'

/**
 * Once a chunk has failed to arrive, some browsers never ask for it again, and a server with a newer version has it no
 * more: then only a fresh page goes on. It is loaded where the server answers; otherwise the page stays.
 */
export async function loadAnew(): Promise<void> {
  const page = await fetch(location.pathname, { cache: 'no-store' }).catch(() => null)
  if (page?.ok) reloadPage()
}

/** Whether a chunk has failed to arrive: `early.ts` hears of it. */
export function isStale(): boolean {
  return document.documentElement.dataset['stale'] !== undefined
}
