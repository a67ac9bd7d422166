import { expect } from 'vitest'
import * as v from 'valibot'
import { type Endpoint, getPath } from '#shared/api/endpoint.ts'
import { getCard } from '#shared/api/get-card.ts'
import { getRequest } from '#shared/api/get-request.ts'
import { createRequest } from '#shared/api/host/host-request.ts'
import { makeRequest } from '#shared/api/make-request.ts'
import { shareWallet } from '#shared/api/share-wallet.ts'
import { ProblemSchema } from '#shared/problem.ts'
import type { MadeRequest, Request } from '#shared/request.ts'
import type { StoredChat } from '#server/store/rows/chat-rows.ts'
import type { TestServer } from '#tests/support/test-server.ts'
import type { TestAccount } from '#tests/support/people.ts'

export const HOUR_S = 3_600

/** A group as Telegram knows it. */
export const HARBOUR = { id: '-1001000000001', title: 'Harbour club' }
export const MARINA = { id: '-1001000000002', title: 'Marina club' }

type RequestingCall = { token: string; id?: string; body?: unknown }

export function send(
  server: TestServer,
  endpoint: Endpoint,
  { token, id, body }: RequestingCall,
): Promise<Response> {
  return server.call(endpoint.method, getPath(endpoint, id), { token, body })
}

/** The answer to a call, parsed by its own contract. */
export async function getBody<S extends v.GenericSchema>(
  response: Response,
  { response: schema }: { response: S },
): Promise<v.InferOutput<S>> {
  const json: unknown = await response.json()
  expect(response.ok, `${response.status} ${JSON.stringify(json)}`).toBe(true)
  return v.parse(schema, json)
}

export async function getProblem(response: Response): Promise<string> {
  const { status, code } = v.parse(ProblemSchema, await response.json())
  expect(response.status).toBe(status)
  return code
}

export async function getUserId(server: TestServer, { id }: { id: number }): Promise<string> {
  const user = await server.store.findUserByTelegramId(String(id))
  if (!user) throw new Error(`${id} has not been here`)
  return user.id
}

/** Puts the bot in the group, in which this member made a request as one of its administrators. */
export async function enterGroup(
  server: TestServer,
  { group = HARBOUR, administrator }: { group?: typeof HARBOUR; administrator: TestAccount },
): Promise<StoredChat> {
  server.telegram.addGroup({ ...group, administrators: [administrator.id] })
  const profile = { telegramId: group.id, title: group.title }
  const chat = await server.store.saveChat(profile, server.clock.now)
  const userId = await getUserId(server, administrator)
  await server.store.noteRequester({ chat, userId }, server.clock.now)
  return chat
}

type MadeRequestInput = Partial<v.InferInput<typeof makeRequest.request>>

export function ask(
  server: TestServer,
  token: string,
  asked: MadeRequestInput = {},
): Promise<Response> {
  const usual = { families: ['ton'], expiresIn: HOUR_S, chatId: null, membersOnly: false }
  return send(server, makeRequest, { token, body: { ...usual, ...asked } })
}

export async function made(
  server: TestServer,
  token: string,
  asked: MadeRequestInput = {},
): Promise<MadeRequest> {
  return getBody(await ask(server, token, asked), makeRequest)
}

/** A request that the operator's code makes. */
export async function hostRequest(server: TestServer, body: unknown = {}): Promise<string> {
  const token = await server.newKey()
  const response = await server.call('POST', '/v1/requests', { token, body })
  return (await getBody(response, createRequest)).code
}

export async function look(server: TestServer, token: string, code: string): Promise<Request> {
  return getBody(await send(server, getRequest, { token, id: code }), getRequest)
}

export function answer(
  server: TestServer,
  token: string,
  given: { code: string; walletId: string },
): Promise<Response> {
  const { code, walletId } = given
  return server.call('POST', `/api/requests/${code}/answer`, { token, body: { walletId } })
}

export function withdraw(server: TestServer, token: string, code: string): Promise<Response> {
  return server.call('DELETE', `/api/requests/${code}/answer`, { token })
}

/** Shares a wallet, and returns its card's code. */
export async function readCardCode(
  server: TestServer,
  token: string,
  walletId: string,
): Promise<string> {
  const response = await send(server, shareWallet, { token, body: { walletId } })
  return (await getBody(response, shareWallet)).code
}

export function openCard(server: TestServer, token: string, code: string): Promise<Response> {
  return send(server, getCard, { token, id: code })
}
