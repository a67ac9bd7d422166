import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import * as v from 'valibot'
import { createOpenApi } from '#server/http/openapi/serve-open-api.ts'
import { APP_OPERATIONS, HOST_OPERATIONS } from '#server/http/openapi/operations.ts'
import { type HttpListener, listen } from '#server/process/listen.ts'
import { createTicket } from '#shared/api/create-ticket.ts'
import { createRequest } from '#shared/api/host/create-request.ts'
import { listEvents } from '#shared/api/host/list-events.ts'
import { HostProblemSchema } from '#shared/host-problem.ts'
import { ProblemSchema } from '#shared/problem.ts'
import { signInitData } from '#tests/support/init-data.ts'
import { requestProofLaunch } from '#shared/api/request-proof-launch.ts'
import { linkWallet, proofFor, textFor } from '#tests/support/link-wallet.ts'
import { signLaunch } from '#tests/support/proof-launch.ts'
import {
  ALICE,
  BOB,
  BOT_TOKEN,
  PUBLIC_URL,
  startTestServer,
  type TestServer,
} from '#tests/support/test-server.ts'
import { readCardCode, enterGroup, made } from './requesting-harness.ts'
import { agree, placeMultisig, start, tonMultisig } from './multisig-harness.ts'

const document = createOpenApi({ appName: 'Clasp <test>', publicUrl: PUBLIC_URL })

const operations = Object.entries(document.paths).flatMap(([path, calls]) =>
  Object.entries(calls).map(([method, operation]) => Object.assign({ path, method }, operation)),
)
type Documented = (typeof operations)[number]

const WEBHOOK = {
  url: 'https://owner.example/hook',
  secrets: ['whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIz'],
  allowHosts: new Set<string>(),
} as const

const EVM_ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

let server: TestServer
let listener: HttpListener
type OpenApiCall = { params?: Record<string, string>; body?: unknown }

/** Makes what each operation needs to succeed, by the same calls as a client. `token` is Alice's. */
const calls: Record<string, (token: string) => Promise<OpenApiCall> | OpenApiCall> = {
  listUserWallets: async (token) => {
    await linkWallet(server, token)
    return { params: { telegramId: String(ALICE.id) } }
  },
  findWallets: async (token) => {
    const { family, address } = await linkWallet(server, token)
    return { params: { family, address } }
  },
  getProof: ownWallet(),
  unlinkHeldWallet: ownWallet(),
  createRequest: () => ({ body: { expiresIn: 60 } }),
  findRequest: async (token) => {
    const code = await makeRequest()
    await answer(token, code)
    return { params: { code } }
  },
  updateHostRequest: async () => ({
    params: { code: await makeRequest() },
    body: { expiresIn: 60 },
  }),
  listEvents: async (token) => {
    await linkWallet(server, token)
    return {}
  },
  redeliverEvent: someEvent,
  openSession: () => ({}),
  closeSession: () => ({}),
  getMe: async (token) => {
    await linkWallet(server, token)
    return {}
  },
  updateMe: () => ({ body: { mayMessage: true } }),
  deleteMe: () => ({}),
  exportMe: async (token) => {
    await made(server, token)
    await ownCard(token)
    return {}
  },
  createAttempt: () => ({ body: { family: 'ton', client: { platform: 'ios', version: '8.0' } } }),
  listTonWallets: () => ({}),
  getAttempt: ownAttempt(),
  updateAttempt: ownAttempt({ state: 'awaiting-wallet', walletApp: 'Tonkeeper' }),
  cancelAttempt: ownAttempt(),
  fixAccount: async (token) => {
    const { id } = await server.newEvmAttempt(token)
    return { params: { id }, body: { address: EVM_ADDRESS, chainId: 1 } }
  },
  submitText: async (token) => {
    const { id, payload, message } = await server.newAttempt(token)
    const body = proofFor(server, { payload, seed: 1 })
    await server.call('POST', `/api/attempts/${id}/proof`, { token, body })
    return { params: { id }, body: textFor(server, { text: message ?? '', seed: 1 }) }
  },
  createTicket: async (token) => ({ params: { id: (await server.newEvmAttempt(token)).id } }),
  openTicketSession: async (token) => {
    const { id } = await server.newEvmAttempt(token)
    const response = await server.call('POST', `/api/attempts/${id}/ticket`, { token })
    const { ticket } = v.parse(createTicket.response, await response.json())
    return { body: { ticket } }
  },
  submitProof: async (token) => {
    const { id, payload } = await server.newAttempt(token)
    return { params: { id }, body: proofFor(server, { payload, seed: 1 }) }
  },
  answerConsent: async (token) => {
    await linkWallet(server, token)
    const bob = await server.signIn(BOB)
    const { id, payload } = await server.newAttempt(bob)
    const body = proofFor(server, { payload, seed: 1 })
    const asked = await server.call('POST', `/api/attempts/${id}/proof`, { token: bob, body })
    expect(asked.status).toBe(202)
    return { params: { id }, body: { answer: 'keep' } }
  },
  getWallet: ownWallet(),
  updateWallet: ownWallet({ label: 'savings' }),
  sendProof: ownWallet(),
  getProofLaunch: ownWallet(),
  requestProofLaunch: ownWallet(),
  getLaunchedProof: async (token) => ({ params: { id: await awaitLaunch(token) } }),
  submitProofLaunch: async (token) => {
    const startParam = await awaitLaunch(token)
    const authDate = server.clock.now / 1_000
    return {
      body: { initData: signLaunch({ botToken: BOT_TOKEN, user: ALICE, authDate, startParam }) },
    }
  },
  unlinkWallet: ownWallet(),
  listMultisigs: async (token) => {
    const { id } = await linkWallet(server, token)
    await placeMultisig(server, tonMultisig([1, 2, 3]))
    return { params: { id } }
  },
  lookUpMultisig: async () => {
    const { family, address } = await placeMultisig(server, tonMultisig([1, 2, 3]))
    return { body: { family, address } }
  },
  getMultisig: ownMultisig,
  startCosigning: async (token) => ({ ...(await ownMultisig(token)), body: {} }),
  getCosigning: ownCosigning,
  cancelCosigning: ownCosigning,
  withdrawConfirmation: async (token) => {
    const call = await ownCosigning(token)
    const code = call.params?.['id'] ?? ''
    expect((await agree(server, token, { code, seed: 1 })).status).toBe(201)
    return call
  },
  getRequest: async () => ({ params: { id: await makeRequest() } }),
  answerRequest: async (token) => {
    const { id: walletId } = await linkWallet(server, token)
    return { params: { id: await makeRequest() }, body: { walletId } }
  },
  withdrawAnswer: async (token) => {
    const id = await makeRequest()
    await answer(token, id)
    return { params: { id } }
  },
  takeStart: () => ({}),
  listChats: async () => {
    await enterGroup(server, { administrator: ALICE })
    return {}
  },
  makeRequest: async () => {
    const { id: chatId } = await enterGroup(server, { administrator: ALICE })
    return { body: { families: ['ton'], expiresIn: 60, chatId, membersOnly: true } }
  },
  listMadeRequests: async (token) => {
    await made(server, token)
    return {}
  },
  updateRequest: async (token) => ({
    params: { id: (await made(server, token)).code },
    body: { state: 'closed' },
  }),
  listPeople: ownRequest,
  exportPeople: ownRequest,
  sendPeople: ownRequest,
  sendData: () => ({}),
  shareWallet: async (token) => ({ body: { walletId: (await linkWallet(server, token)).id } }),
  listCards: async (token) => {
    await ownCard(token)
    return {}
  },
  getCard: ownCard,
  revokeCard: ownCard,
  showCardProof: async (token) => ({ ...(await ownCard(token)), body: { isShown: true } }),
  share: async (token) => ({ body: { code: (await made(server, token)).code } }),
  getOverview: async (token) => {
    await linkWallet(server, token)
    return {}
  },
  redeliver: someEvent,
}

async function ownMultisig(token: string): Promise<OpenApiCall> {
  await linkWallet(server, token)
  const { id } = await placeMultisig(server, tonMultisig([1, 2, 3]))
  return { params: { id } }
}

async function ownCosigning(token: string): Promise<OpenApiCall> {
  const { params } = await ownMultisig(token)
  const { code } = await start(server, token, { id: params?.['id'] ?? '' })
  return { params: { id: code } }
}

function ownWallet(body?: unknown) {
  return async (token: string): Promise<OpenApiCall> => {
    const { id } = await linkWallet(server, token)
    return { params: { id }, body }
  }
}

/** The start parameter of the launch that a wallet's proof awaits. */
async function awaitLaunch(token: string): Promise<string> {
  const { id } = await linkWallet(server, token)
  const response = await server.call('POST', `/api/wallets/${id}/launch`, { token })
  return v.parse(requestProofLaunch.response, await response.json()).startParam
}

function ownAttempt(body?: unknown) {
  return async (token: string): Promise<OpenApiCall> => {
    const { id } = await server.newAttempt(token)
    return { params: { id }, body }
  }
}

async function ownRequest(token: string): Promise<OpenApiCall> {
  const { code } = await made(server, token)
  await answer(token, code)
  return { params: { id: code } }
}

async function ownCard(token: string): Promise<OpenApiCall> {
  const { id } = await linkWallet(server, token)
  return { params: { id: await readCardCode(server, token, id) } }
}

async function someEvent(token: string): Promise<OpenApiCall> {
  await linkWallet(server, token)
  const response = await server.call('GET', '/v1/events', { token: await server.newKey() })
  const [event] = v.parse(listEvents.response, await response.json()).data
  return { params: { id: event?.id ?? '' } }
}

async function makeRequest(): Promise<string> {
  const token = await server.newKey()
  const response = await server.call('POST', '/v1/requests', { token, body: {} })
  return v.parse(createRequest.response, await response.json()).code
}

async function answer(token: string, code: string): Promise<void> {
  const { id: walletId } = await linkWallet(server, token)
  const path = `/api/requests/${code}/answer`
  const response = await server.call('POST', path, { token, body: { walletId } })
  expect(response.status).toBe(200)
}

async function credentialsFor({ security }: Documented, token: string): Promise<string> {
  const [scheme = { session: [] }] = security
  if ('apiKey' in scheme) return `Bearer ${await server.newKey()}`
  if ('session' in scheme) return `Bearer ${token}`
  const authDate = Math.floor(server.clock.now / 1_000)
  return `tma ${signInitData({ botToken: BOT_TOKEN, user: ALICE, authDate })}`
}

function send({ path, method }: Documented, call: OpenApiCall, authorization?: string) {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(call.params?.[name] ?? ''),
  )
  const init: RequestInit = {
    method: method.toUpperCase(),
    headers: { ...(authorization && { authorization }) },
  }
  if (call.body !== undefined) init.body = JSON.stringify(call.body)
  return fetch(`http://127.0.0.1:${listener.port}${filled}`, init)
}

function findSchema(operationId: string): v.GenericSchema | null {
  const operation = { ...HOST_OPERATIONS, ...APP_OPERATIONS }[operationId]
  if (!operation) throw new Error(`no operation ${operationId}`)
  return operation.endpoint.response
}

/** Whether the document has this answer. */
function expectDocumented({ responses }: Documented, response: Response): void {
  const documented = responses[response.status]
  expect(documented, `status ${response.status}`).toBeDefined()
  const types = Object.keys(documented?.content ?? {})
  expect(types).toEqual([response.headers.get('content-type')].filter((type) => type !== null))
}

describe('every operation of the document, against a running server', () => {
  beforeEach(async () => {
    server = await startTestServer({
      webhook: { ...WEBHOOK },
      adminIds: new Set([String(ALICE.id)]),
      evm: 'browser',
    })
    listener = await listen(server.app, { host: '127.0.0.1', port: 0 })
  })
  afterEach(async () => {
    await listener.close()
    await server.close()
  })

  test.each(operations)('$method $path answers as documented', async (operation) => {
    const token = await server.signIn(ALICE)
    const prepare = calls[operation.operationId]
    if (!prepare) throw new Error('say here how to call it')
    const call = await prepare(token)
    const response = await send(operation, call, await credentialsFor(operation, token))
    expect(response.ok, `${response.status}`).toBe(true)
    expectDocumented(operation, response)
    const schema = findSchema(operation.operationId)
    const text = await response.text()
    if (schema === null) expect(text).toBe('')
    else expect(v.safeParse(schema, JSON.parse(text)).issues).toBeUndefined()
  })

  test('no operation answers without credentials', async () => {
    for (const operation of operations) {
      const name = `${operation.method} ${operation.path}`
      const response = await send(operation, {
        params: { id: 'x', code: 'x', telegramId: 'x', family: 'x', address: 'x' },
      })
      expectDocumented(operation, response)
      // Where the body has the credentials, a body without them fits no contract.
      const expected = operation.security.length === 0 ? 400 : 401
      expect([name, response.status]).toEqual([name, expected])
      const schema = operation.path.startsWith('/v1/') ? HostProblemSchema : ProblemSchema
      const { code } = v.parse(schema, await response.json())
      expect(`${name}: ${operation.responses[expected]?.description}`).toContain(`\`${code}\``)
    }
  })

  test('no route of either API is missing, and none stands there that is not served', () => {
    const served = server.app.routes
      .filter(({ method, path }) => method !== 'ALL' && /^\/(?:api|v1)\//.test(path))
      .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`)
    const documented = operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`)
    expect(documented.toSorted()).toEqual([...new Set(served)].toSorted())
  })

  test('the document itself is served, readable from any origin', async () => {
    const response = await server.call('GET', '/openapi.json')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('cache-control')).toBe('public, max-age=300')
    expect(await response.json()).toEqual(JSON.parse(JSON.stringify(document)))
  })
})

describe('the document', () => {
  test('the document is OpenAPI 3.1.0 of this server', () => {
    expect(document.openapi).toBe('3.1.0')
    expect(document.servers).toEqual([{ url: PUBLIC_URL }])
  })

  test('every reference leads somewhere, and every component is referred to', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(
      ([, reference = '']) => reference,
    )
    const components = Object.keys(document.components.schemas).map(
      (name) => `#/components/schemas/${name}`,
    )
    expect([...new Set(references)].toSorted()).toEqual(components.toSorted())
  })

  test('every operationId is unique', () => {
    const ids = operations.map(({ operationId }) => operationId)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.length).toBe(
      Object.keys(HOST_OPERATIONS).length + Object.keys(APP_OPERATIONS).length,
    )
  })

  test('every operation declares its parameters', () => {
    for (const { method, path, parameters } of operations) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      const declared = parameters.filter((parameter) => parameter.in === 'path')
      expect(
        declared.map(({ name }) => name),
        `${method} ${path}`,
      ).toEqual(inPath)
      expect(declared.every(({ required }) => required)).toBe(true)
      expect(new Set(parameters.map(({ name }) => name)).size).toBe(parameters.length)
    }
  })

  test('every tag and every security scheme is declared', () => {
    const tags = new Set(document.tags.map(({ name }) => name))
    const schemes = Object.keys(document.components.securitySchemes)
    for (const operation of operations) {
      expect(operation.tags.every((tag) => tags.has(tag))).toBe(true)
      for (const scheme of operation.security.flatMap((each) => Object.keys(each)))
        expect(schemes).toContain(scheme)
    }
  })

  test('the document agrees with each schema of the contract', () => {
    const events = document.paths['/v1/events']?.['get']
    expect(events?.security).toEqual([{ apiKey: ['events:read'] }])
    expect(events?.parameters.map(({ name, in: place }) => [name, place])).toEqual([
      ['after', 'query'],
      ['limit', 'query'],
    ])
    const attempts = document.paths['/api/attempts']?.['post']
    expect(attempts?.requestBody?.content['application/json']?.schema).toMatchObject({
      additionalProperties: false,
      required: ['family'],
      properties: { family: { enum: ['ton', 'evm'] } },
    })
    expect(document.components.schemas['Wallet']).toMatchObject({
      oneOf: ['ton', 'evm'].map((family) => ({
        properties: {
          id: { pattern: '^[0-9A-Za-z_-]{22}$' },
          family: { const: family },
          verifiedAt: { format: 'date-time' },
        },
      })),
    })
  })
})
