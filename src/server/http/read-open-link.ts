import { getCodePath } from '#shared/code-path.ts'
import type { DrawnLink, LinkKind } from '#shared/drawn-link.ts'
import { type Endpoint, getPath } from '#shared/api/endpoint.ts'
import { getCard } from '#shared/api/get-card.ts'
import { getCosigning } from '#shared/api/get-cosigning.ts'
import { getRequest } from '#shared/api/get-request.ts'
import { readStartParam } from '#shared/start-param.ts'
import type { HttpDeps } from './http-deps.ts'
import { isFamilyDisabled } from './is-family-disabled.ts'
import { viewCosigning } from './multisig-views.ts'
import { viewCard, viewRequest } from './request-views.ts'

/** The kind of link whose screen the server draws; null for other codes and for what is none. */
export function findLinkKind(code: string): LinkKind | null {
  const kind = readStartParam(code)?.kind
  return kind === 'request' || kind === 'card' || kind === 'cosign' ? kind : null
}

/** A reader who is nobody: their own part is empty. */
const NOBODY = { user: { id: '' }, wallets: [] }

/**
 * What everybody who has the link sees, as long as it is open. Null where nothing is behind the code, and where something
 * was: the page says the same for both. It writes nothing and asks no chain.
 */
export async function readOpenLink(
  link: { code: string; kind: LinkKind },
  deps: HttpDeps,
): Promise<DrawnLink | null> {
  if (!(await deps.store.isLinkOpen(link, deps.now()))) return null
  const { code, kind } = link
  const [endpoint, body] = await READS[kind](code, deps)
  if (body === null) return null
  const replies = { [getPath(endpoint, code)]: { status: 200, body } }
  return { kind, path: getCodePath(code), replies }
}

type ReadLink = (code: string, deps: HttpDeps) => Promise<readonly [Endpoint, body: object | null]>

const READS: Record<LinkKind, ReadLink> = {
  request: async (code, deps) => [getRequest, await readRequest(code, deps)],
  card: async (code, deps) => [getCard, await readCard(code, deps)],
  cosign: async (code, deps) => [getCosigning, await readCosigning(code, deps)],
}

async function readRequest(code: string, deps: HttpDeps) {
  const request = await deps.store.findRequest(code)
  const nothing = { answer: undefined, made: undefined }
  return request === undefined ? null : viewRequest({ request, answered: 0 }, nothing, deps)
}

/** Without the document of its proof, and the Telegram id that only this shows. */
async function readCard(code: string, { store, telegramKey }: HttpDeps) {
  const found = await store.findCard(code)
  if (found?.kind !== 'live') return null
  return viewCard(found, { viewerId: NOBODY.user.id, proof: null, telegramKey })
}

async function readCosigning(code: string, deps: HttpDeps) {
  const found = await deps.store.findCosigning(code, deps.now())
  if (found === undefined || isFamilyDisabled(found.multisig.family, deps)) return null
  return viewCosigning(found, NOBODY, deps)
}
