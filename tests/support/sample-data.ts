import type { EvmAttempt, TonAttempt } from '#shared/attempt.ts'
import type { MadeRequest } from '#shared/request.ts'
import type { EvmWallet, TonWallet } from '#shared/wallet.ts'

/* Ada's data, in the form of the API, for tests without a server. */

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
  confirmsCode: null,
  cosigningCode: null,
  createdAt: '2026-11-20T12:00:00.000Z',
  expiresAt: '2026-11-20T12:05:00.000Z',
}

/** A new attempt: no wallet has shared its account yet. */
export const EVM_ATTEMPT: EvmAttempt = {
  id: 'evmattemptevmattemptev',
  family: 'evm',
  state: 'created',
  account: null,
  signIn: null,
  signsFor: null,
  multisig: null,
  message: null,
  walletApp: null,
  errorCode: null,
  wallet: null,
  requestCode: null,
  confirmsCode: null,
  cosigningCode: null,
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

/** The time when {@link ATTEMPT} was made, in milliseconds. */
export const NOW = Date.parse(ATTEMPT.createdAt)

/** A request that the member made, without a target. */
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
