import * as v from 'valibot'
import { createRequest } from '#shared/api/host/host-request.ts'
import { submitProof } from '#shared/api/submit-proof.ts'
import type { Attempt, EvmAttempt, TonAttempt } from '#shared/attempt.ts'
import type { Boot } from '#shared/boot.ts'
import type { EvmAccount } from '#shared/evm-account.ts'
import type { SignIn } from '#shared/sign-in.ts'
import type { ProvenWallet } from '#shared/proven-wallet.ts'
import type { EvmWallet, TonWallet } from '#shared/wallet.ts'
import type { Store } from '#server/store/store.ts'
import type { StoredWallet } from '#server/store/database/stored.ts'
import { type Api, createApi } from '#client/api/call.ts'
import type { MemberLaunch } from '#client/telegram/telegram.ts'
import type { ProofRequest, SignRequest, WalletAnswer } from '#client/wallets/wallet-connector.ts'
import { createEmptyEvmChains } from './evm-rpc.ts'
import { METAMASK, TELEGRAM_WALLET } from './fake-wallet-connector.ts'
import { signInitData } from './init-data.ts'
import { signLaunch } from './proof-launch.ts'
import { getEvmKey, linkEvmAccount, linkWallet, proofFor, textFor } from './link-wallet.ts'
import { claimsFor, signIn } from './sign-in.ts'
import {
  getAccount,
  linkedWallet,
  sampleAttempt,
  sampleLink,
  sampleSigning,
} from './store-samples.ts'
import { BOT_TOKEN, openTestServer, type TestServer } from './test-server.ts'
import { createWire, type TestWire } from './wire.ts'
import { ADA, type TestAccount } from './people.ts'

/** A person who uses the server on another device or with another account. */
export type Visitor = {
  api: Api
  /** The member's id in the store. */
  userId: string
  /** Links the TON wallet of this one-byte seed with a signed proof. @default 1 */
  linkTon(seed?: number): Promise<TonWallet>
  /** Proves the TON wallet of this one-byte seed. Another account may hold it. @default 1 */
  proveTon(seed?: number): Promise<Attempt>
  startTon(): Promise<TonAttempt>
  startEvm(): Promise<EvmAttempt>
  /** Proves the attempt with the wallet of this seed, which another account may hold. Returns the result. @default 1 */
  prove(attempt: TonAttempt, seed?: number): Promise<Attempt>
  /** Links the EVM account of this one-byte secret with a signed message. @default 1 */
  linkEvm(secret?: number): Promise<EvmWallet>
  /** Stores a wallet of any kind as its proof does. */
  link(proven: ProvenWallet): Promise<StoredWallet>
}

/** The operator's code, with a key of the host API. */
type Operator = {
  /** Makes a request that everyone may answer with a TON wallet, by default for a week. Returns its code. */
  makeRequest(body?: RequestInput): Promise<string>
  closeRequest(code: string): Promise<void>
}
type RequestInput = v.InferInput<typeof createRequest.request>

/** The real server behind the app, the wire between them, and other visitors of the server. */
export type AppServer = TestWire & {
  server: TestServer
  /** The facts that the server puts into the page. */
  boot: Boot
  /** How Telegram opens the app for this account, through a link if there is a start parameter. */
  launch(account?: TestAccount, startParam?: string): MemberLaunch
  /** The API client of the app over the wire, with a session of this account. */
  signIn(account?: TestAccount): Promise<Api>
  visit(account?: TestAccount): Promise<Visitor>
  operate(): Promise<Operator>
  /** The wallet of this seed answers the app's proof request. @default seed 1 */
  proveTon(request: ProofRequest | undefined, seed?: number): WalletAnswer
  /** The wallet of this seed signs the text that the app requested. @default seed 1 */
  signTon(request: SignRequest | undefined, seed?: number): WalletAnswer
  /** The EVM wallet whose account has this one-byte secret. @default 1 */
  evmWallet(secret?: number): EvmSigner
}

type EvmSigner = {
  account: EvmAccount
  /** The answer to a connection. */
  connected: Extract<WalletAnswer, { kind: 'account' }>
  /** The answer to the app's signing request. */
  sign(request: SignRequest | undefined): Promise<WalletAnswer>
  /** What the wallet signs for this attempt as it connects. */
  signIn(attempt: Attempt): Promise<SignIn>
}

type Options = NonNullable<Parameters<typeof openTestServer>[0]>

/** Stops with the test. EVM chains, where the policy offers them, hold no contract by default. */
export async function startAppServer(options: Options = {}): Promise<AppServer> {
  return serveApp(await openTestServer({ evmChains: createEmptyEvmChains(), ...options }))
}

/** Serves the app over a new wire from a running server, for tests that share a server. */
export function serveApp(server: TestServer): AppServer {
  const wire = wireTo(server)
  return {
    ...wire,
    server,
    boot: {
      ...server.boot,
      language: 'en',
      get tonWallets() {
        return server.walletsList.common()
      },
    },
    launch: (account = ADA, startParam) => getLaunch(server, account, startParam),
    signIn: async (account = ADA) => openApi(wire, await server.signIn(account)),
    visit: async (account = ADA) => createVisitor(server, await server.open(account)),
    operate: async () => createOperator(server, await server.newKey()),
    proveTon: (request, seed = 1) => answerTon(server, request, seed),
    signTon: (request, seed = 1) => {
      const text = request?.message ?? 'nothing that the app asked for'
      return { kind: 'text', text: textFor(server, { text, seed }) }
    },
    evmWallet: (secret = 1) => createEvmSigner(secret),
  }
}

function wireTo({ app }: TestServer): TestWire {
  return createWire((path, init) => app.request(path, init))
}

function getLaunch({ clock }: TestServer, account: TestAccount, startParam?: string): MemberLaunch {
  const launch = {
    botToken: BOT_TOKEN,
    user: account,
    authDate: Math.floor(clock.now / 1_000),
  }
  const initData =
    startParam === undefined ? signInitData(launch) : signLaunch({ ...launch, startParam })
  return {
    place: 'telegram',
    initData,
    telegramId: String(account.id),
    firstName: account.first_name,
    // A page that shows it has asked the server.
    username: undefined,
    languageCode: account.language_code,
  }
}

function openApi({ fetch }: TestWire, token: string): Api {
  const session = { token: async () => token, renew: async () => token, forget: () => {} }
  return createApi({ fetch, session })
}

type OpenedAccount = Awaited<ReturnType<TestServer['open']>>

async function createVisitor(server: TestServer, { token, user }: OpenedAccount): Promise<Visitor> {
  const stored = await server.store.findUserByTelegramId(user.telegramId)
  if (!stored) throw new Error('the member is not in the store')
  const api = openApi(wireTo(server), token)
  const prove = ({ id, payload }: TonAttempt, seed = 1) =>
    api.call(submitProof, { id, body: proofFor(server, { payload, seed }) })
  return {
    api,
    userId: stored.id,
    linkTon: (seed) => linkWallet(server, token, seed),
    startTon: () => server.newAttempt(token),
    startEvm: () => server.newEvmAttempt(token),
    proveTon: async (seed) => prove(await server.newAttempt(token), seed),
    prove,
    linkEvm: (secret) => linkEvmAccount(server, token, secret),
    link: (proven) => linkProven(server.store, stored.id, proven),
  }
}

async function linkProven(
  store: Store,
  userId: string,
  proven: ProvenWallet,
): Promise<StoredWallet> {
  const attemptId =
    proven.binding === 'domain'
      ? await sampleAttempt(store, userId, { family: proven.family })
      : await sampleSigning(store, userId, { account: getAccount(proven) })
  return linkedWallet(await store.linkWallet(sampleLink({ attemptId, userId }, proven)))
}

function createOperator(server: TestServer, token: string): Operator {
  return {
    async makeRequest(body = { families: ['ton'] }) {
      const response = await server.call('POST', '/v1/requests', { token, body })
      return v.parse(createRequest.response, await response.json()).code
    },
    async closeRequest(code) {
      const body = { state: 'closed' }
      const response = await server.call('PATCH', `/v1/requests/${code}`, { token, body })
      if (!response.ok) throw new Error(`the request was not closed: ${response.status}`)
    },
  }
}

function answerTon(
  server: TestServer,
  request: ProofRequest | undefined,
  seed: number,
): WalletAnswer {
  if (request?.family !== 'ton') throw new Error('the app asked no TON wallet for a proof')
  const proof = proofFor(server, { payload: request.payload, seed })
  return { kind: 'ton-proof', proof, walletApp: TELEGRAM_WALLET }
}

function createEvmSigner(secret: number): EvmSigner {
  const key = getEvmKey(secret)
  const account = { address: key.address, chainId: 1 }
  return {
    account,
    connected: { kind: 'account', account, walletApp: METAMASK },
    async sign(request) {
      if (request === undefined) throw new Error('the app asked for no signature')
      const signature = await key.signMessage({ message: request.message })
      return { kind: 'signature', signature }
    },
    signIn(attempt) {
      if (attempt.family !== 'evm' || attempt.signIn === null) throw new Error('no sign-in')
      return signIn(key, claimsFor(attempt.signIn, key.address, Date.parse(attempt.createdAt)))
    },
  }
}
