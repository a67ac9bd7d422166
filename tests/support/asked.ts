import * as v from 'valibot'
import { getMe } from '#shared/api/get-me.ts'
import { getRequest } from '#shared/api/get-request.ts'
import { listPeople } from '#shared/api/list-people.ts'
import {
  type MadeRequest,
  type ReceivedAnswer,
  type Request,
  ShownWalletSchema,
} from '#shared/request.ts'
import type { Launch } from '#client/telegram/telegram.ts'
import { ME, ok, WALLET } from './fake-api.ts'
import { createReadyServer } from './open-app.tsx'

/** The member's phone speaks Persian. */
export const PERSIAN_LAUNCH: Launch = {
  place: 'telegram',
  initData: 'signed',
  telegramId: '1001',
  firstName: 'Ada',
  languageCode: 'fa',
}

/** A request of the member's own, for nobody in particular. */
export const MADE: MadeRequest = {
  code: `r1_${'m'.repeat(22)}`,
  url: `https://t.me/clasp_bot/app?startapp=r1_${'m'.repeat(22)}`,
  families: ['ton'],
  state: 'open',
  chat: null,
  membersOnly: false,
  answered: 0,
  message: 'none',
  createdAt: '2026-11-20T12:00:00.000Z',
  expiresAt: '2026-11-27T12:00:00.000Z',
}

/** One for a group, into which the bot has written. */
export const MADE_FOR_CHAT: MadeRequest = {
  ...MADE,
  code: `r1_${'g'.repeat(22)}`,
  url: `https://t.me/clasp_bot/app?startapp=r1_${'g'.repeat(22)}`,
  chat: { title: 'Argonauts' },
  membersOnly: true,
  message: 'sent',
}

export const ANSWER: ReceivedAnswer = {
  person: { firstName: 'Ilya', username: 'ilya_voronov' },
  wallet: v.parse(ShownWalletSchema, WALLET),
  answeredAt: '2026-11-20T11:59:00.000Z',
  withdrawnAt: null,
}

/** What the maker of a request gets when they open its link. */
function requestOf(made: MadeRequest): Request {
  const { code, families, state, chat, membersOnly, expiresAt } = made
  const person = { firstName: 'Ada', username: 'ada' }
  const asker = { kind: 'member' as const, person }
  return { code, families, state, asker, chat, membersOnly, expiresAt, answer: null, made }
}

/** A server at which the member has made one request, which nobody has answered until a test says so. */
export function createAskedServer(made: MadeRequest) {
  const server = createReadyServer()
  const current = { people: Array<ReceivedAnswer>() }
  server.on(getMe, () => ok({ ...ME, asks: true }))
  server.on(getRequest, () => ok(requestOf(made)))
  server.on(listPeople, () => ok({ people: current.people }))
  return Object.assign(server, { current })
}
