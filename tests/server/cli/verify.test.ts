import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { toCacao } from '#proof/to-cacao.ts'
import { toSiwe } from '#proof/to-siwe.ts'
import { verify } from '#server/cli/verify.ts'
import { linkWallet } from '#tests/support/link-wallet.ts'
import { LOGIN_RS256 } from '#tests/support/login-token.ts'
import { makeTemporaryFolder } from '#tests/support/temporary-folder.ts'
import { openTestServer } from '#tests/support/test-server.ts'
import { readProof } from '../proofs/proof-harness.ts'
import { ADA } from '#tests/support/people.ts'

/** A year after the vectors were signed. */
const NOW = Date.parse('2026-11-24T16:00:00Z')

const vectors = join(import.meta.dirname, '../../vectors/proofs')

const VectorSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ document: v.string(), telegramKey: v.optional(v.string()) }),
)

async function readVector(name: string): Promise<v.InferOutput<typeof VectorSchema>> {
  return v.parse(VectorSchema, await readFile(join(vectors, `${name}.json`), 'utf8'))
}

/** Runs the command on a file with this content, with no environment and no network. */
async function runVerify(content: string | Uint8Array, ...flags: string[]) {
  const directory = await makeTemporaryFolder('verify')
  await writeFile(join(directory, 'proof.json'), content)
  return runCommand(directory, 'proof.json', ...flags)
}

/** Returns the path of a file with this text. */
async function writeTemporary(text: string): Promise<string> {
  const file = join(await makeTemporaryFolder('verify'), 'jwks.json')
  await writeFile(file, text)
  return file
}

async function runCommand(directory: string, ...args: string[]) {
  return runOnline(noNetwork, directory, ...args)
}

const noNetwork = () => Promise.reject(new Error('no network'))

async function runOnline(ask: typeof fetch, directory: string, ...args: string[]) {
  const lines: string[] = []
  const asked: unknown[] = []
  const code = await verify(args, {
    environment: {},
    directory,
    print: (line) => lines.push(line),
    complain: (line) => lines.push(line),
    now: () => NOW,
    fetch: (url, init) => {
      asked.push(url)
      return ask(url, init)
    },
    isInteractive: false,
  })
  return { code, text: lines.join('\n'), asked }
}

test('verify prints the checks of a proof, what follows from it, and whose word it is', async () => {
  const { document } = await readVector('ton-text-v4r2')
  const wallet = /tvm:[^"]+/.exec(document)?.[0] ?? ''
  expect(await runVerify(document)).toEqual({
    asked: [],
    code: 0,
    text: [
      'passed  text',
      'passed  state-init',
      'passed  key',
      'passed  signature',
      'passed  time',
      '',
      `The key of UQAG3CCItOSKJXt9vDhG2HDuP9jKAVjeWsVlgEyCp-iud6YC (${wallet}) signed a message that names Telegram account 5000000001.`,
      'The message names the site app.example.org.',
      'The wallet gives the time 2025-11-24T16:00:00Z.',
      'Whoever signs can make up both.',
      'Nothing shows that the holder of the Telegram account took part.',
    ].join('\n'),
  })
})

test('verify says on what a claim depends where only the chain can answer, and the exit code says so', async () => {
  const { document } = await readVector('safe-two-of-three')
  const { code, text } = await runVerify(document)
  expect(code).toBe(3)
  expect(text).toContain('open    owners\n')
  expect(text).toContain(
    'If the chain confirms it: 2 of 3 owners (2 needed) of the Safe 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed (eip155:10:0x',
  )
})

test('a proof of which a check fails shows nothing, and the exit code says so', async () => {
  const { document } = await readVector('evm-message-other-signer')
  const { code, text } = await runVerify(document)
  expect(code).toBe(1)
  expect(text).toContain('failed  signature: signature-invalid')
  expect(text).toMatch(/A check failed\. Nothing shows that this was ever true\.$/)
})

test.each([
  ['evm-message-key', 0, 'proven'],
  ['evm-contract', 3, 'open'],
  ['evm-message-in-9999', 1, 'refused'],
  ['form-not-json', 2, 'unreadable'],
])('--json prints the verdict of %s, and the exit code is %i', async (name, code, verdict) => {
  const answer = await runVerify((await readVector(name)).document, '--json')
  expect(answer.code).toBe(code)
  expect(JSON.parse(answer.text)).toMatchObject({ verdict })
})

test.each([
  ['siwe', toSiwe],
  ['cacao', toCacao],
])(
  '--export %s prints what the key signed, in that form and nothing else',
  async (name, toForm) => {
    const { document } = await readVector('evm-message-key')
    const { code, text } = await runVerify(document, '--export', name)
    expect(code).toBe(0)
    const form = toForm(document)
    expect(text).toBe(JSON.stringify(form.ok && form.value))
  },
)

test.each([
  ['ton-text-v4r2', 2, /^The wallet is on TON/],
  ['evm-contract', 2, /^A contract accepted the signature/],
  ['safe-two-of-three', 2, /^Several owners signed/],
  ['evm-message-time-in-statement', 2, /^The statement of the message has characters/],
  ['evm-message-other-account', 1, /^failed  message: message-differs/],
  ['evm-message-other-signer', 1, /failed  signature: signature-invalid/],
  ['form-not-json', 2, /^The file is not JSON\.$/],
])('--export siwe of %s ends with %i, and says why', async (name, code, sentence) => {
  const { document } = await readVector(name)
  const answer = await runVerify(document, '--export', 'siwe')
  expect(answer.code).toBe(code)
  expect(answer.text).toMatch(sentence)
})

test('verify names the key of Telegram that it trusted, and trusts no other', async () => {
  const { document, telegramKey = '' } = await readVector('telegram-signed')
  expect(await runVerify(document)).toMatchObject({ code: 1 })
  expect(await runVerify(document, '--telegram-key', 'test')).toMatchObject({ code: 1 })
  const trusted = await runVerify(document, '--telegram-key', telegramKey)
  expect(trusted.code).toBe(0)
  expect(trusted.text.split('\n').at(-1)).toBe(
    `A key that is not Telegram’s own signed that account 5000000001 opened bot 6000000001 by a link with the digest of this proof (key: ${telegramKey}). That may show nothing.`,
  )
  expect(trusted.text).not.toMatch(/^Telegram signed/m)
})

test('verify says of a key for logins that it does not know, and trusts a file of Telegram’s keys', async () => {
  const { document } = await readVector('login-unknown-key')
  const unknown = await runVerify(document)
  expect(unknown.code).toBe(3)
  expect(unknown.text).toContain('open    telegram-signature\n')
  expect(unknown.text.split('\n').slice(-2)).toEqual([
    'A token says that account 5000000001 logged in with bot 6000000001, with the digest of this proof. The key that signed it (test-rs256-2) is none that this verifier knows: only whoever made the document says that it is Telegram’s.',
    'Nothing shows that the holder of the Telegram account took part.',
  ])
  const jwk = { ...LOGIN_RS256.jwk, kid: 'test-rs256-2', use: 'sig', ext: true }
  const unusable = { kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', kid: 'x', x: 'y' }
  const file = await writeTemporary(JSON.stringify({ keys: [unusable, jwk] }))
  const trusted = await runVerify(document, '--telegram-jwks', file)
  expect(trusted.code).toBe(0)
  expect(trusted.text.split('\n').slice(-3)).toEqual([
    'Telegram signed that account 5000000001 logged in with bot 6000000001, with the digest of this proof (key: named test-rs256-2).',
    'The proof existed at the latest on 2025-11-24T16:02:00Z, when Telegram signed.',
    'The holder agreed to a login. Telegram did not show them this proof.',
  ])
})

test.each(['{', '{"keys":[]}', '{"keys":[{"kty":"RSA"}]}'])(
  'a file without a key for logins is refused: %s',
  async (jwks) => {
    const { document } = await readVector('login-unknown-key')
    const file = await writeTemporary(jwks)
    const { code, text } = await runVerify(document, '--telegram-jwks', file)
    expect(code).toBe(2)
    expect(text).toContain('has no key of Log In With Telegram (RS256 or ES256).')
  },
)

test.each([
  ['no JSON', '{', 'The file is not JSON.'],
  ['too long', ' '.repeat(1_000_000), 'The file is longer than 262144 bytes.'],
  ['another format', '{"format":"clasp-proof/2"}', 'The file is not in the format clasp-proof/1.'],
  ['a member twice', '{"format":1,"format":1}', 'The file has a member twice.'],
])('verify says why a file is no proof: %s', async (_, content, sentence) => {
  expect(await runVerify(content)).toEqual({ code: 2, text: sentence, asked: [] })
})

test('verify names the member that is malformed', async () => {
  const { document } = await readVector('ton-proof-v4r2')
  const changed = document.replace('"timestamp": 1764000000', '"timestamp": -1')
  expect(await runVerify(changed)).toEqual({
    code: 2,
    text: 'The file does not have the form of a proof: evidence.timestamp',
    asked: [],
  })
})

test('attack: a member’s name cannot move the cursor, start a line or paint a verdict', async () => {
  const name = '\u001b[2J\n\u009b32mpassed\u202e'.padEnd(400)
  const { document } = await readVector('ton-proof-v4r2')
  const { code, text } = await runVerify(JSON.stringify({ ...JSON.parse(document), [name]: 1 }))
  expect(code).toBe(2)
  expect(text.trimEnd()).toBe(
    String.raw`The file does not have the form of a proof: \u001b[2J\n\u009b32mpassed\u202e`,
  )
  expect(text.length).toBeLessThan(100)
})

test('attack: a byte order mark is refused, and what follows after the size limit, too', async () => {
  const { document } = await readVector('ton-proof-v4r2')
  const full = `\uFEFF${document}`.padEnd(256 * 1_024 - 2)
  for (const content of [`\uFEFF${document}`, full, `${full}garbage`])
    expect((await runVerify(content)).code).toBe(2)
})

test('a file that is not UTF-8 is no proof', async () => {
  expect(await runVerify(Uint8Array.of(0x22, 0xff, 0x22))).toEqual({
    code: 2,
    text: 'The file is not UTF-8 without a byte order mark.',
    asked: [],
  })
})

test('a file that is missing is not a proof that was refused', async () => {
  const { code, text } = await runCommand(tmpdir(), 'no-such-proof.json')
  expect(code).toBe(2)
  expect(text).toMatch(/^The file cannot be read: /)
})

test('verify asks the chain at the address that it is given, and at no other', async () => {
  const { document } = await readVector('evm-contract')
  expect((await runVerify(document, '--evm-rpc', 'ftp://127.0.0.1')).code).toBe(2)
  expect((await runVerify(document)).asked).toEqual([])
  const { code, text, asked } = await runVerify(document, '--evm-rpc', 'http://127.0.0.1:1')
  expect(new Set(asked)).toEqual(new Set(['http://127.0.0.1:1']))
  expect(code).toBe(3)
  expect(text).toContain('open    acceptance\n')
})

test('verify explains itself where the file, the key or the form is missing', async () => {
  expect((await runVerify('{}', '--telegram-key', 'x')).code).toBe(2)
  expect((await runVerify('{}', 'another.json')).text).toContain('Give one file to verify.')
  for (const flags of [
    ['--export', 'jwt'],
    ['--export', 'siwe', '--json'],
    ['--export', 'siwe', '--status'],
    ['--export'],
  ])
    expect((await runVerify('{}', ...flags)).text).toContain('--export <form>')
})

/** A proof that left a server, and the command that checks it where only that server answers. */
async function takeProof() {
  const server = await openTestServer()
  const token = await server.signIn(ADA)
  const { id } = await linkWallet(server, token)
  const document = await (await readProof(server, id)).text()
  const directory = await makeTemporaryFolder('verify')
  await writeFile(join(directory, 'proof.json'), document)
  const ask = async (url: string | URL | Request) =>
    server.app.request(url instanceof Request ? url.url : url.toString())
  const check = (answer: typeof fetch = ask, ...flags: string[]) =>
    runOnline(answer, directory, 'proof.json', '--status', ...flags)
  return { server, token, id, document, check }
}

describe('--status', () => {
  test('asks the site that the proof names, and says whose word the answer is', async () => {
    const { server, token, id, document, check } = await takeProof()
    expect((await runVerify(document)).asked).toEqual([])
    const linked = await check()
    expect(linked.code).toBe(0)
    expect(linked.asked).toEqual([
      expect.stringMatching(/^https:\/\/app\.example\.com\/proofs\/[\w-]{43}$/),
    ])
    expect(linked.text).toMatch(
      /\napp\.example\.com says that the wallet is linked with this proof, since 2026-11-20T12:00:00Z\. That is the word of the operator, which nothing here confirms\.$/,
    )
    await server.call('DELETE', `/api/wallets/${id}`, { token })
    const ended = await check()
    expect(ended.code).toBe(3)
    expect(ended.text).toContain('says that this proof ended at 2026-11-20T12:00:00Z')
    const json: unknown = JSON.parse((await check(undefined, '--json')).text)
    expect(json).toMatchObject({ verdict: 'proven', status: { status: 'ended' } })
    await server.call('DELETE', '/api/me', { token })
    const unknown = await check()
    expect(unknown.code).toBe(3)
    expect(unknown.text).toContain('app.example.com knows no such proof')
  })

  test.each<[string, typeof fetch]>([
    ['a page', () => Promise.resolve(new Response('<p>linked</p>'))],
    ['a status that there is not', () => Promise.resolve(Response.json({ status: 'fine' }))],
    [
      'a time that is none',
      () => Promise.resolve(Response.json({ ...LINKED, since: '2026-01-01T00:00:00+05' })),
    ],
    ['megabytes', () => Promise.resolve(new Response('"'.padEnd(2 ** 20)))],
    ['an error with a status', () => Promise.resolve(Response.json(LINKED, { status: 500 }))],
    ['another address', () => Promise.resolve(Response.redirect('https://evil.example'))],
    ['half an object', () => Promise.resolve(new Response('{"status":'))],
  ])('says that no answer came where %s answers', async (_, answer) => {
    const { code, text } = await (await takeProof()).check(answer)
    expect(code).toBe(3)
    expect(text).toMatch(/app\.example\.com did not say whether the wallet is still linked\.$/)
  })

  test('says what to do where nobody answers, and where it asks too often', async () => {
    const { check } = await takeProof()
    const lost = await check(noNetwork)
    expect(lost.code).toBe(3)
    expect(lost.text).toMatch(/app\.example\.com could not be reached\. Check the connection/)
    const busy = await check(() => Promise.resolve(new Response(null, { status: 429 })))
    expect(busy.code).toBe(3)
    expect(busy.text).toMatch(/app\.example\.com is asked too often at the moment\. Ask again/)
  })

  test('asks nobody about a proof of which a check fails', async () => {
    const { document } = await readVector('evm-message-other-signer')
    expect(await runVerify(document, '--status')).toMatchObject({ code: 1, asked: [] })
  })
})

const LINKED = { status: 'linked', since: '2026-11-20T12:00:00.000Z' }
