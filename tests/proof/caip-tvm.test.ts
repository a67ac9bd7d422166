import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SiwxMessage } from '@didtools/cacao'
import { hexToBytes } from '@noble/curves/abstract/utils'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { accountId, parseAccountId } from '#proof/account-id.ts'
import { PORTABLE_CRYPTO } from '#proof/crypto.ts'
import { tonProofDigest, tonTextDigest } from '#proof/ton/digests.ts'
import { findKey } from '#proof/ton/find-key.ts'
import { readStateInit } from '#proof/ton/read-state-init.ts'
import { parseTonAddress } from '#shared/ton-address.ts'

/* The examples and vectors of docs/caip-tvm.md hold in Clasp's code. */

const page = await readFile(join(import.meta.dirname, '../../docs/caip-tvm.md'), 'utf8')
const [, ofAccounts = '', ofSignIns = ''] = page.split(/^---$/m)

/** The blocks of code of a part, from a sentence on. */
function readBlocks(part: string, after: string): string[] {
  const from = part.slice(part.indexOf(after))
  return [...from.matchAll(/^```\w*\n([^]*?)\n```$/gm)].map(([, code = '']) => code)
}

const readLines = (after: string) =>
  readBlocks(ofAccounts, after)[0]
    ?.split('\n')
    .filter((line) => !/^(?:#|$)/.test(line)) ?? []

const accounts = readLines('### Test Cases')
const noAccounts = readLines('Not identifiers:')
const spellings = readLines('User-friendly spellings')

test.each(accounts)('%s names an account, and no other name does', (name) => {
  const account = parseAccountId(name)
  if (account === null) throw new Error('no account')
  expect(accountId(account)).toBe(name)
  const [, syntax = ''] = /As one expression: `([^`]+)`/.exec(ofAccounts) ?? []
  expect(name).toMatch(new RegExp(syntax))
  for (const other of noAccounts) expect(other).not.toMatch(new RegExp(syntax))
})

test.each(noAccounts)('%s names no account', (name) => {
  expect(parseAccountId(name)).toBe(null)
})

test.each(spellings)('%s is a spelling of the first account', (spelling) => {
  const address = parseTonAddress(spelling)?.raw ?? ''
  expect(accountId({ family: 'ton', network: '-239', address })).toBe(accounts[0])
})

const SignInSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.strictObject({
    h: v.object({ t: v.literal('caip122') }),
    p: v.object({
      domain: v.string(),
      iss: v.string(),
      aud: v.string(),
      version: v.string(),
      nonce: v.string(),
      iat: v.string(),
      exp: v.string(),
      statement: v.string(),
      requestId: v.string(),
      resources: v.array(v.string()),
    }),
    s: v.strictObject({
      t: v.picklist(['tvm:sign-data', 'tvm:ton-proof']),
      m: v.strictObject({ timestamp: v.number(), stateInit: v.string() }),
      s: v.string(),
    }),
  }),
)
type TvmSignIn = v.InferOutput<typeof SignInSchema>

const [text = '', textDigest = '', shown = '', hashed = '', unshown = ''] = readBlocks(
  ofSignIns,
  '### Test Cases',
)
const [ofText, ofProof] = [shown, unshown].map((json) => v.parse(SignInSchema, json))
if (!ofText || !ofProof) throw new Error('no sign-ins')

/** The message of a sign-in, as the library of others makes it from the fields. */
const writeMessage = ({ p }: TvmSignIn) =>
  SiwxMessage.fromCacao({ h: { t: 'caip122' }, p }).toMessage('TON')
const getPayload = (signIn: TvmSignIn) =>
  createHash('sha256').update(writeMessage(signIn)).digest('base64url')

function getDigest(signIn: TvmSignIn): Uint8Array {
  const { p, s } = signIn
  const account = parseAccountId(p.iss.replace('did:pkh:', ''))
  const address = parseTonAddress(account?.address ?? '')
  if (address === null) throw new Error('no address')
  const { domain } = p
  const { timestamp } = s.m
  return s.t === 'tvm:sign-data'
    ? tonTextDigest(address, { domain, timestamp, text: writeMessage(signIn) })
    : tonProofDigest(address, { domain, timestamp, payload: getPayload(signIn) })
}

/** Whether the key in the StateInit signed, and the account is that of the StateInit. */
function isSigned(signIn: TvmSignIn): boolean {
  const { m, s: signature } = signIn.s
  const stateInit = readStateInit(Buffer.from(m.stateInit, 'base64'), PORTABLE_CRYPTO.sha256)
  const key = stateInit && findKey(stateInit)
  if (key?.at !== 'data' || !signIn.p.iss.endsWith(`%3A${stateInit?.hash}`)) return false
  return PORTABLE_CRYPTO.isEd25519Signature({
    publicKey: hexToBytes(key.publicKey),
    message: getDigest(signIn),
    signature: Buffer.from(signature, 'base64'),
  })
}

test('the messages, payloads and digests of the sign-ins are those of the page', () => {
  expect(writeMessage(ofText)).toBe(text)
  expect(Buffer.from(getDigest(ofText)).toString('hex')).toBe(textDigest)
  const digest = Buffer.from(getDigest(ofProof)).toString('hex')
  expect([getPayload(ofProof), digest]).toEqual(hashed.split('\n'))
})

test.each([ofText, ofProof])('the key of the account signed $s.t, and nothing else', (signIn) => {
  expect(isSigned(signIn)).toBe(true)
  const { p, s } = signIn
  const iss = p.iss.replace(/-239|-3/, (network) => (network === '-3' ? '-239' : '-3'))
  for (const changed of [
    { ...signIn, p: { ...p, iss } },
    { ...signIn, p: { ...p, iss: p.iss.replace('0%3A', '-1%3A') } },
    { ...signIn, p: { ...p, iss: p.iss.replace(/.$/, '0') } },
    { ...signIn, p: { ...p, domain: 'service.test' } },
    { ...signIn, p: { ...p, statement: 'Sign in to Service.' } },
    { ...signIn, p: { ...p, nonce: '32891758' } },
    { ...signIn, s: { ...s, m: { ...s.m, timestamp: s.m.timestamp + 1 } } },
  ])
    expect(isSigned(changed)).toBe(false)
})
