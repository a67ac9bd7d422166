import * as v from 'valibot'
import { getMe } from '#shared/api/get-me.ts'
import { getRequest } from '#shared/api/get-request.ts'
import { listChats } from '#shared/api/list-chats.ts'
import { listMadeRequests } from '#shared/api/list-made-requests.ts'
import { listPeople } from '#shared/api/list-people.ts'
import { makeRequest } from '#shared/api/make-request.ts'
import { updateRequest } from '#shared/api/update-request.ts'
import {
  type MadeRequest,
  type ReceivedAnswer,
  type Request,
  ShownWalletSchema,
} from '#shared/request.ts'
import type { Launch } from '#client/telegram/telegram.ts'
import { EVM_WALLET, ME, ok, WALLET } from './fake-api.ts'
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

export const CHAT = { id: 'chatchatchatchatchatch', title: 'Argonauts' }
export const OTHER_CHAT = { id: 'otherotherotherotherot', title: 'Book club' }

/** The wallet of {@link WALLET} and of {@link EVM_WALLET}, as others see it. */
export const SHOWN_WALLET = v.parse(ShownWalletSchema.options[0], WALLET)
export const SHOWN_EVM_WALLET = v.parse(ShownWalletSchema.options[1], EVM_WALLET)

export const ANSWER: ReceivedAnswer = {
  person: { firstName: 'Ilya', username: 'ilya_voronov' },
  wallet: SHOWN_WALLET,
  answeredAt: '2026-11-20T11:59:00.000Z',
  withdrawnAt: null,
}

/** What the maker of a request gets when they open its link. */
export function requestOf(made: MadeRequest): Request {
  const { code, families, state, chat, membersOnly, expiresAt } = made
  const person = { firstName: 'Ada', username: 'ada' }
  const asker = { kind: 'member' as const, person }
  return { code, families, state, asker, chat, membersOnly, expiresAt, answer: null, made }
}

/** A server at which the member may ask, and has one request whose state a test moves. */
export function createAskedServer(made: MadeRequest = MADE) {
  const server = createReadyServer()
  const current = {
    made,
    requests: [made],
    people: Array<ReceivedAnswer>(),
    places: { anywhere: true, chats: [CHAT, OTHER_CHAT] },
  }
  server.on(getMe, () => ok({ ...ME, asks: true }))
  server.on(listMadeRequests, () => ok({ requests: current.requests }))
  server.on(listChats, () => ok(current.places))
  server.on(getRequest, () => ok(requestOf(current.made)))
  server.on(listPeople, () => ok({ people: current.people }))
  server.on(makeRequest, () => ok(made))
  server.on(updateRequest, () => ok(current.made))
  return Object.assign(server, { current })
}
