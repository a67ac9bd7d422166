import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Validator } from '@seriousme/openapi-schema-validator'
import * as v from 'valibot'
import { createOpenApi } from '#server/http/openapi/serve-open-api.ts'
import { HOST_OPERATIONS } from '#server/http/openapi/operations.ts'
import { type HttpListener, listen } from '#server/process/listen.ts'
import { createRequest } from '#shared/api/host/host-request.ts'
import { listEvents, HOST_EVENT_TYPES } from '#shared/api/host/host-event.ts'
import { HostProblemSchema } from '#shared/host-problem.ts'
import { askToJoin } from '#tests/support/join-samples.ts'
import { linkWallet } from '#tests/support/link-wallet.ts'
import { PUBLIC_URL, openTestServer, type TestServer } from '#tests/support/test-server.ts'
import { ADA } from '#tests/support/people.ts'

const document = createOpenApi({ appName: 'Clasp <test>', publicUrl: PUBLIC_URL })

const operations = Object.entries(document.paths).flatMap(([path, calls]) =>
  Object.entries(calls).map(([method, operation]) => Object.assign({ path, method }, operation)),
)
type Documented = (typeof operations)[number]

const WEBHOOK = {
  url: 'https://owner.example/hook',
  secrets: ['whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIz'],
  ownNetwork: new Set<string>(),
} as const

let server: TestServer
let listener: HttpListener
type OpenApiCall = {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
}

/** Makes what each operation needs to succeed, by the same calls as a client. `token` is Ada's. */
const calls: Record<string, (token: string) => Promise<OpenApiCall> | OpenApiCall> = {
  listUserWallets: async (token) => {
    await linkWallet(server, token)
    return { params: { telegramId: String(ADA.id) } }
  },
  listHeldWallets: async (token) => {
    await linkWallet(server, token)
    return {}
  },
  findWallets: async (token) => {
    const { family, address } = await linkWallet(server, token)
    return { params: { family, address } }
  },
  getToken: () => ({
    params: { telegramId: String(ADA.id) },
    query: { audience: PUBLIC_URL },
  }),
  getProof: ownWallet,
  unlinkHeldWallet: ownWallet,
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
  decideJoin: async () => {
    const { id } = await askToJoin(server.store, { now: server.clock.now })
    return { params: { id }, body: { decision: 'queue' } }
  },
}

async function ownWallet(token: string): Promise<OpenApiCall> {
  const { id } = await linkWallet(server, token)
  return { params: { id } }
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

function send({ path, method }: Documented, call: OpenApiCall, authorization?: string) {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(call.params?.[name] ?? ''),
  )
  const init: RequestInit = {
    method: method.toUpperCase(),
    headers: { ...(authorization && { authorization }) },
  }
  if (call.body !== undefined) init.body = JSON.stringify(call.body)
  const query = new URLSearchParams(call.query)
  return fetch(`http://127.0.0.1:${listener.port}${filled}?${query}`, init)
}

function findSchema(operationId: string): v.GenericSchema | undefined {
  const operation = HOST_OPERATIONS[operationId]
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
    server = await openTestServer({
      webhook: { ...WEBHOOK },
      adminIds: new Set([String(ADA.id)]),
      evm: 'browser',
    })
    listener = await listen(server.app, { host: '127.0.0.1', port: 0 })
  })
  afterEach(() => listener.close())

  test.each(operations)('$method $path answers as documented', async (operation) => {
    const token = await server.signIn(ADA)
    const prepare = calls[operation.operationId]
    if (!prepare) throw new Error('say here how to call it')
    const call = await prepare(token)
    const response = await send(operation, call, `Bearer ${await server.newKey()}`)
    expect(response.ok, `${response.status}`).toBe(true)
    expectDocumented(operation, response)
    const schema = findSchema(operation.operationId)
    const text = await response.text()
    if (schema === undefined) expect(text).toBe('')
    else expect(v.safeParse(schema, JSON.parse(text)).issues).toBeUndefined()
  })

  test('no operation answers without credentials', async () => {
    for (const operation of operations) {
      const name = `${operation.method} ${operation.path}`
      const response = await send(operation, {
        params: { id: 'x', code: 'x', telegramId: 'x', family: 'x', address: 'x' },
      })
      expectDocumented(operation, response)
      expect([name, response.status]).toEqual([name, 401])
      const { code } = v.parse(HostProblemSchema, await response.json())
      expect(`${name}: ${operation.responses[401]?.description}`).toContain(`\`${code}\``)
    }
  })

  test('no route of the API is missing, and none stands there that is not served', () => {
    const served = server.app.routes
      .filter(({ method, path }) => method !== 'ALL' && path.startsWith('/v1/'))
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

  test('the document is valid by the published schema of OpenAPI', async () => {
    // The validator resolves references in place.
    const copy = structuredClone(document)
    expect(await new Validator().validate(copy)).toEqual({ valid: true })
  })

  test('every type of event has a webhook with its payload and its headers', () => {
    expect(Object.keys(document.webhooks)).toEqual(HOST_EVENT_TYPES)
    for (const [type, { post }] of Object.entries(document.webhooks)) {
      const { requestBody, parameters, description } = post
      expect(requestBody?.content['application/json']?.schema).toMatchObject({
        properties: { type: { const: type }, data: { properties: { user: {} } } },
      })
      const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature']
      expect(parameters.map(({ name }) => name)).toEqual(names)
      expect(description).not.toContain('undefined')
    }
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
    const ofCalls = operations.map(({ operationId }) => operationId)
    const ofWebhooks = Object.values(document.webhooks).map(({ post }) => post.operationId)
    const ids = [...ofCalls, ...ofWebhooks]
    expect(new Set(ids).size).toBe(ids.length)
    expect(ofCalls.length).toBe(Object.keys(HOST_OPERATIONS).length)
    expect(ofWebhooks).toContain('receiveWalletLinked')
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
    const tags = new Set<string>(document.tags.map(({ name }) => name))
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
    const requests = document.paths['/v1/requests']?.['post']
    expect(requests?.requestBody?.content['application/json']?.schema).toMatchObject({
      additionalProperties: false,
      properties: { expiresIn: {} },
    })
    expect(document.components.schemas['HostWallet']).toMatchObject({
      oneOf: ['ton', 'evm'].map((family) => ({
        properties: { family: { const: family }, verifiedAt: { format: 'date-time' } },
      })),
    })
  })
})
