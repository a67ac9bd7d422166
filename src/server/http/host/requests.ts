import { randomBytes } from 'node:crypto'
import type { Boot, Policy } from '#shared/boot.ts'
import { createRequest } from '#shared/api/host/create-request.ts'
import { findRequest } from '#shared/api/host/find-request.ts'
import type { HostAnswer, HostRequest } from '#shared/api/host/host-request.ts'
import { directLink } from '#shared/links.ts'
import { FAMILIES, type Family } from '#shared/wallet.ts'
import type { ReceivedAnswer, StoredRequest } from '../../store/request-store.ts'
import { requestState } from '../request-state.ts'
import { isoTime, viewHostWallet } from '../views.ts'
import { readCursor, writeCursor } from './cursor.ts'
import { answerHost, type HostRefusal, refuseHost } from './host-reply.ts'
import { type HostApi, serveHost } from './serve-host.ts'

const CODE_BYTES = 16
const SECOND_MS = 1_000

/** Connect requests: a link is made, and whoever answered through it is read. */
export function serveHostRequests(api: HostApi): void {
  const { store, now, boot } = api.deps

  serveHost(api, createRequest, async ({ key, body }) => {
    const offered = offeredFamilies(boot.policy)
    const families = body.families ?? offered
    if (!families.every((family) => offered.includes(family))) return NOT_OFFERED
    const request = await store.createRequest({
      code: newCode(),
      keyId: key.id,
      families,
      now: now(),
      expiresAt: now() + body.expiresIn * SECOND_MS,
    })
    return answerHost(viewHostRequest(request, { boot, answered: 0, now: now() }))
  })

  serveHost(api, findRequest, async ({ params: { code }, query }) => {
    const list = `/v1/requests/${code}`
    const after = query.after === undefined ? null : readCursor(list, query.after)
    if (after === undefined) return refuseHost('cursor-invalid')
    const request = await store.findRequest(code)
    if (!request) return refuseHost('not-found')
    const [answered, { answers, next }] = await Promise.all([
      store.countAnswers(code),
      store.listAnswers(code, { after, limit: query.limit }),
    ])
    return answerHost({
      request: viewHostRequest(request, { boot, answered, now: now() }),
      answers: {
        data: answers.map(viewAnswer),
        next: next === null ? null : writeCursor(list, next),
      },
    })
  })
}

/** Families whose wallets can be linked here. */
function offeredFamilies({ evm }: Policy): readonly Family[] {
  return evm === 'off' ? ['ton'] : FAMILIES
}

const NOT_OFFERED: HostRefusal = {
  ...refuseHost('bad-request'),
  hint: 'body.families: EVM wallets are not offered here.',
}

function newCode(): string {
  return `r1_${randomBytes(CODE_BYTES).toString('base64url')}`
}

type RequestContext = { boot: Pick<Boot, 'bot'>; answered: number; now: number }

function viewHostRequest(
  request: StoredRequest,
  { boot, answered, now }: RequestContext,
): HostRequest {
  const { code, families, createdAt, expiresAt } = request
  return {
    code,
    url: directLink(boot.bot, code),
    families,
    state: requestState(request, now),
    answered,
    createdAt: isoTime(createdAt),
    expiresAt: isoTime(expiresAt),
  }
}

function viewAnswer({ user, wallet, answeredAt, withdrawnAt }: ReceivedAnswer): HostAnswer {
  return {
    user,
    wallet: wallet && viewHostWallet(wallet),
    answeredAt: isoTime(answeredAt),
    withdrawnAt: withdrawnAt === null ? null : isoTime(withdrawnAt),
  }
}
