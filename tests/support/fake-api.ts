import type { EvmAttempt, TonAttempt } from '#shared/attempt.ts'
import type { Endpoint, ResponseOf } from '#shared/api/endpoint.ts'
import type { getMe } from '#shared/api/get-me.ts'
import { PROBLEMS, type ProblemCode } from '#shared/problem.ts'
import type { Card, OwnCard } from '#shared/card.ts'
import type { Request } from '#shared/request.ts'
import type { User } from '#shared/user.ts'
import type { EvmWallet, TonWallet } from '#shared/wallet.ts'

type Sent = { method: string; path: string; authorization: string | null; body: unknown }
type Answer = { status: number; body?: unknown; headers?: Record<string, string> }
type Handler = (sent: Sent) => Answer | Promise<Answer>

/** A `fetch` that answers in the app's own contract. What is not set up answers 404. */
export type FakeApi = {
  fetch: typeof fetch
  /** What has been sent so far, oldest first. */
  sent: Sent[]
  /** Answers every later call of this endpoint. */
  on(endpoint: Endpoint, handler: Handler): void
  sentTo(endpoint: Endpoint): Sent[]
}

export function createFakeApi(): FakeApi {
  const sent: Sent[] = []
  const handlers: { endpoint: Endpoint; handler: Handler }[] = []

  async function answer(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
    const message = read(input, init)
    sent.push(message)
    const { handler } = handlers.findLast(({ endpoint }) => fits(endpoint, message)) ?? {}
    const { status, body, headers = {} } = handler ? await handler(message) : refuse('not-found')
    return new Response(body === undefined ? null : JSON.stringify(body), { status, headers })
  }

  return {
    fetch: answer,
    sent,
    on: (endpoint, handler) => void handlers.push({ endpoint, handler }),
    sentTo: (endpoint) => sent.filter((message) => fits(endpoint, message)),
  }
}

export function refuse(code: ProblemCode, headers: Record<string, string> = {}): Answer {
  const { status } = PROBLEMS[code]
  return { status, headers, body: { type: `urn:clasp:${code}`, title: code, status, code } }
}

export function ok(body: unknown): Answer {
  return { status: 200, body }
}

function read(input: RequestInfo | URL, init: RequestInit): Sent {
  return {
    method: init.method ?? 'GET',
    path: String(input instanceof Request ? input.url : input),
    authorization: new Headers(init.headers).get('authorization'),
    body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
  }
}

function fits(endpoint: Endpoint, { method, path }: Sent): boolean {
  const pattern = new RegExp(`^${endpoint.path.replace(':id', '[^/]+')}$`, 'u')
  return method === endpoint.method && pattern.test(path)
}

export const USER: User = {
  telegramId: '1001',
  firstName: 'Ada',
  username: 'ada',
  language: 'en',
  chosenLanguage: null,
  mayMessage: false,
}

export const WALLET: TonWallet = {
  id: 'walletwalletwalletwall',
  family: 'ton',
  network: '-239',
  address: `0:${'3f'.repeat(32)}`,
  kind: 'v5r1',
  level: 'key',
  binding: 'domain',
  keySource: 'state-init',
  label: null,
  primary: true,
  verifiedAt: '2026-11-20T12:00:00.000Z',
  staleAt: null,
  multisig: null,
}

export const ME: ResponseOf<typeof getMe> = {
  user: USER,
  wallets: [WALLET],
  consents: [],
  attempt: null,
  collections: [],
  admin: false,
  asks: false,
  policy: { evm: 'off', tonNetwork: '-239', tonText: 'off' },
}

export const ATTEMPT: TonAttempt = {
  id: 'attemptattemptattempta',
  family: 'ton',
  state: 'created',
  payload: 'p'.repeat(43),
  domain: 'app.example.com',
  network: '-239',
  message: null,
  walletApp: null,
  errorCode: null,
  wallet: null,
  requestCode: null,
  cosignCode: null,
  collectionCode: null,
  createdAt: '2026-11-20T12:00:00.000Z',
  expiresAt: '2026-11-20T12:05:00.000Z',
}

/** As it is made: no wallet has told its account yet. */
export const EVM_ATTEMPT: EvmAttempt = {
  id: 'evmattemptevmattemptev',
  family: 'evm',
  state: 'created',
  account: null,
  signsFor: null,
  multisig: null,
  message: null,
  walletApp: null,
  errorCode: null,
  wallet: null,
  requestCode: null,
  cosignCode: null,
  collectionCode: null,
  createdAt: '2026-11-20T12:00:00.000Z',
  expiresAt: '2026-11-20T12:10:00.000Z',
}

export const EVM_WALLET: EvmWallet = {
  id: 'evmwalletevmwalletevmw',
  family: 'evm',
  address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  chainId: null,
  kind: 'eoa',
  level: 'key',
  binding: 'text',
  keySource: 'signature',
  label: null,
  primary: false,
  verifiedAt: '2026-11-20T12:00:00.000Z',
  staleAt: null,
  multisig: null,
}

export const REQUEST: Request = {
  code: 'r1_requestrequestrequestr',
  families: ['ton'],
  state: 'open',
  asker: { kind: 'owner' },
  chat: null,
  membersOnly: false,
  expiresAt: '2026-11-27T12:00:00.000Z',
  answer: null,
  made: null,
}

/** {@link WALLET} as somebody else shares it. */
export const CARD: Card = {
  code: 'c1_cardcardcardcardcardca',
  holder: { firstName: 'Ilya', username: 'ilya' },
  wallet: {
    family: 'ton',
    network: '-239',
    address: WALLET.address,
    kind: 'v5r1',
    level: 'key',
    binding: 'domain',
    keySource: 'state-init',
    verifiedAt: WALLET.verifiedAt,
    staleAt: null,
    multisig: null,
  },
  createdAt: '2026-11-20T11:30:00.000Z',
  mine: false,
}

/** A card of {@link WALLET}. */
export const OWN_CARD: OwnCard = {
  code: 'c1_owncardowncardowncardo',
  walletId: WALLET.id,
  url: 'https://t.me/clasp_bot/app?startapp=c1_owncardowncardowncardo',
  createdAt: CARD.createdAt,
}

/** The moment at which {@link ATTEMPT} was made, in milliseconds. */
export const NOW = Date.parse(ATTEMPT.createdAt)
