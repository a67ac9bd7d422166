import * as v from 'valibot'
import { privateKeyToAccount } from 'viem/accounts'
import { AttemptSchema, EvmAttemptSchema } from '#shared/attempt.ts'
import type { EvmWallet, TonWallet } from '#shared/wallet.ts'
import type { TestServer } from './test-server.ts'
import { createTonSigner, type TonSignerKind } from './ton-signer.ts'

/**
 * Links a wallet over HTTP with all steps of the Mini App.
 *
 * @param seed one byte: another one is another wallet
 */
export async function linkWallet(server: TestServer, token: string, seed = 1): Promise<TonWallet> {
  const attempt = await server.newAttempt(token)
  const body = proofFor(server, { payload: attempt.payload, seed })
  const path = `/api/attempts/${attempt.id}/proof`
  const response = await server.call('POST', path, { token, body })
  const { wallet } = v.parse(AttemptSchema, await response.json())
  if (response.status !== 201 || wallet?.family !== 'ton')
    throw new Error('the wallet was not linked')
  return wallet
}

/**
 * Links an EVM account over HTTP with all steps, by its signed message on Ethereum.
 *
 * @param secret one byte: another one is another account
 */
export async function linkEvmAccount(
  server: TestServer,
  token: string,
  secret = 1,
): Promise<EvmWallet> {
  const key = getEvmKey(secret)
  const send = async (method: string, path: string, body: unknown) => {
    const response = await server.call(method, path, { token, body })
    return v.parse(EvmAttemptSchema, await response.json())
  }
  const { id } = await server.newEvmAttempt(token)
  const account = { address: key.address, chainId: 1 }
  const { message } = await send('PUT', `/api/attempts/${id}/account`, account)
  if (message === null) throw new Error('the server wrote no message')
  const signature = await key.signMessage({ message })
  const { wallet } = await send('POST', `/api/attempts/${id}/proof`, { signature })
  if (wallet?.family !== 'evm') throw new Error('the account was not linked')
  return wallet
}

/** The EVM account of this one-byte secret, with its key. */
export function getEvmKey(secret: number) {
  return privateKeyToAccount(`0x${secret.toString(16).padStart(64, '0')}`)
}

/** Raw address of the wallet of this seed. */
export function getTonAddress(seed: number): string {
  return getSigner({ seed }).address
}

/** A wallet by the one byte of its seed, and its kind where that is not v5r1. */
export type SigningSeed = { seed: number; kind?: TonSignerKind }

/** @param terms its `domain` is the server's, except in a forgery */
export function proofFor(
  server: TestServer,
  terms: SigningSeed & { payload: string; domain?: string },
) {
  const { payload, domain = getDomain(server), ...by } = terms
  return getSigner(by).sign({
    domain,
    payload,
    timestamp: getTimestamp(server),
  })
}

/** The same wallet's answer to signData of type `text`. */
export function textFor(server: TestServer, { text, ...by }: SigningSeed & { text: string }) {
  return getSigner(by).signText({
    domain: getDomain(server),
    text,
    timestamp: getTimestamp(server),
  })
}

function getSigner({ seed, kind = 'v5r1' }: SigningSeed) {
  return createTonSigner({ kind, seed: new Uint8Array(32).fill(seed), network: '-239' })
}

/** What a TON wallet signs: the domain of the manifest. */
function getDomain({ boot }: TestServer): string {
  return new URL(boot.manifestUrl).host
}

function getTimestamp({ clock }: TestServer): number {
  return Math.floor(clock.now / 1_000)
}
