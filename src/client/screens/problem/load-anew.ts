import { reloadPage } from '../../telegram/launch-params.ts'

/**
 * Once a chunk has failed to load, some browsers never request it again, and a server with a newer version no longer
 * has it. Only a fresh page helps then. Reloads where the server answers; otherwise the page stays.
 */
export async function loadAnew(): Promise<void> {
  const page = await fetch(location.pathname, { cache: 'no-store' }).catch(() => null)
  if (page?.ok) reloadPage()
}

/** Whether a chunk has failed to load: `early.ts` receives the event. */
export function isStale(): boolean {
  return document.documentElement.dataset['stale'] !== undefined
}
