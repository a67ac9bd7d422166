import { expect } from 'vitest'
import { createAttempt } from '#shared/api/create-attempt.ts'
import { getCard } from '#shared/api/get-card.ts'
import { getCollection } from '#shared/api/get-collection.ts'
import { getMultisig } from '#shared/api/get-multisig.ts'
import { getMe } from '#shared/api/get-me.ts'
import { openSession } from '#shared/api/open-session.ts'
import { openTicketSession } from '#shared/api/open-ticket-session.ts'
import type { Language } from '#shared/languages.ts'
import type { ProblemCode } from '#shared/problem.ts'
import { ApiError } from '#client/api/api-error.ts'
import { TICKET_KEY } from '#client/telegram/launch-ticket.ts'
import { AGREEMENTS, SAFE } from '#tests/support/cosign.ts'
import {
  ATTEMPT,
  CARD,
  createFakeApi,
  EVM_ATTEMPT,
  type FakeApi,
  ok,
  refuse,
} from '#tests/support/fake-api.ts'
import { createFakeTelegram, MEMBER_LAUNCH } from '#tests/support/fake-telegram.ts'
import { createFakeWalletConnector } from '#tests/support/fake-wallet-connector.ts'
import { createMemoryStorage } from '#tests/support/memory-storage.ts'
import { createReadyServer, EVM_BOOT, openApp } from '#tests/support/open-app.tsx'
import { until } from '#tests/support/until.ts'

export type App = ReturnType<typeof openApp>

type Situation = { code: ProblemCode; language: Language; hasMainButton: boolean }

/** Brings the app to where members meet the problem. */
type Scene = (situation: Situation) => App

/** The app as somebody opens it whose Telegram speaks this language. */
function open(
  { language, hasMainButton }: Situation,
  options: Parameters<typeof openApp>[0] = {},
): App {
  const launch = { ...MEMBER_LAUNCH, languageCode: language }
  const telegram = createFakeTelegram({ launch, hasMainButton })
  return openApp({ boot: { ...EVM_BOOT, language }, telegram, ...options })
}

function serverThatRefuses(endpoint: Parameters<FakeApi['on']>[0], code: ProblemCode): FakeApi {
  const server = createReadyServer()
  server.on(endpoint, () => refuse(code))
  return server
}

/** Telegram's launch data is refused. */
const signIn: Scene = (situation) =>
  open(situation, { server: serverThatRefuses(openSession, situation.code) })

/** Any call is refused; this is the first one that a session carries. */
const call: Scene = (situation) =>
  open(situation, { server: serverThatRefuses(getMe, situation.code) })

/** No attempt can be begun. */
const begin: Scene = (situation) =>
  chooses(
    open(situation, {
      server: serverThatRefuses(createAttempt, situation.code),
      route: { screen: 'connect' },
    }),
  )

/** The member taps the first wallet as soon as it can be tapped. */
function chooses(app: App): App {
  void until(() => {
    const line = app.container.querySelector<HTMLElement>('.cell-press')
    expect(line).not.toBeNull()
    line?.click()
  })
  return app
}

/** Whatever is asked of the server, nothing comes back. */
const network: Scene = (situation) => {
  const server = createFakeApi()
  const fetch: typeof server.fetch = async (...request) => {
    await server.fetch(...request)
    throw new TypeError('Failed to fetch')
  }
  const isOnline = () => situation.code !== 'offline'
  return open(situation, { server: { ...server, fetch }, isOnline })
}

/** The wallets cannot be got ready. */
const prepare: Scene = (situation) => {
  const library = Promise.reject(new ApiError(situation.code))
  library.catch(() => {})
  const wallets = createFakeWalletConnector({ library })
  return chooses(open(situation, { wallets, route: { screen: 'connect' } }))
}

/** The attempt has failed of it, by the server's word or by that of this page. */
const attempt: Scene = (situation) => {
  const server = createReadyServer()
  const family = situation.code.startsWith('evm-') ? EVM_ATTEMPT : ATTEMPT
  server.attempt.current = { ...family, state: 'failed', errorCode: situation.code }
  return open(situation, { server, route: { screen: 'attempt', id: family.id } })
}

/** The page in the browser is opened with a link that is no good. */
const ticket: Scene = (situation) => {
  const { language, code } = situation
  const tab = createMemoryStorage()
  tab.setItem(TICKET_KEY, 't'.repeat(43))
  const telegram = createFakeTelegram({
    launch: { place: 'ticket' },
    hasMainButton: false,
    hasBackButton: false,
  })
  const server = serverThatRefuses(openTicketSession, code)
  const evm = createFakeWalletConnector()
  return openApp({ boot: { ...EVM_BOOT, language }, tab, telegram, server, evm })
}

/** The app was opened by a link that it cannot follow. */
const badLink: Scene = (situation) => {
  const why = situation.code === 'link-newer' ? 'newer' : 'broken'
  return open(situation, { route: { screen: 'bad-link', why } })
}

/** The link is of a card that is no more. */
const card: Scene = (situation) =>
  open(situation, {
    server: serverThatRefuses(getCard, situation.code),
    route: { screen: 'card', code: CARD.code },
  })

/** A multisig cannot be looked at. */
const multisig: Scene = (situation) =>
  open(situation, {
    server: serverThatRefuses(getMultisig, situation.code),
    route: { screen: 'multisig', id: SAFE.id },
  })

/** An owner's word is no longer taken. */
const cosign: Scene = (situation) => {
  const server = serverThatRefuses(createAttempt, situation.code)
  server.on(getCollection, () => ok(AGREEMENTS))
  return chooses(
    open(situation, { server, route: { screen: 'connect', purpose: AGREEMENTS.code } }),
  )
}

/** Where members meet each problem first. A code without a scene does not compile. */
export const SCENES: Record<ProblemCode, Scene> = {
  'bad-request': call,
  'body-too-large': call,
  'not-found': call,
  'not-admin': call,
  'link-broken': badLink,
  'link-newer': badLink,
  'request-closed': begin,
  'request-full': begin,
  'members-only': begin,
  'membership-unknown': begin,
  'may-not-ask': call,
  'chat-gone': call,
  'card-gone': card,
  // Said beside the button that shares: alone on a screen it would be met here.
  'share-failed': attempt,
  'rate-limited': call,
  busy: attempt,
  'launch-data-missing': signIn,
  'launch-data-malformed': signIn,
  'launch-data-invalid': signIn,
  'launch-data-expired': signIn,
  'launch-data-from-future': signIn,
  'session-missing': call,
  'session-expired': call,
  'session-limited': call,
  'ticket-invalid': ticket,
  'attempt-expired': attempt,
  'attempt-settled': attempt,
  'too-many-attempts': begin,
  'wallet-limit': attempt,
  'wallet-linked-elsewhere': attempt,
  'wallet-proven-elsewhere': attempt,
  'wallet-unlinked-elsewhere': attempt,
  'ton-network-mismatch': attempt,
  'ton-address-malformed': attempt,
  'ton-domain-length-mismatch': attempt,
  'ton-domain-mismatch': attempt,
  'ton-proof-expired': attempt,
  'ton-proof-from-future': attempt,
  'ton-payload-mismatch': attempt,
  'ton-signature-malformed': attempt,
  'ton-state-init-malformed': attempt,
  'ton-state-init-mismatch': attempt,
  'ton-key-mismatch': attempt,
  'ton-key-unknown': attempt,
  'ton-signature-invalid': attempt,
  'ton-chain-unreachable': attempt,
  'ton-chain-disagreement': attempt,
  'ton-key-unconfirmed': attempt,
  'ton-text-mismatch': attempt,
  'ton-text-unsupported': attempt,
  'ton-session-lost': attempt,
  'evm-off': begin,
  'evm-address-malformed': attempt,
  'evm-chain-unsupported': attempt,
  'evm-account-missing': attempt,
  'evm-signature-malformed': attempt,
  'evm-signature-invalid': attempt,
  'evm-contract-refused': attempt,
  'evm-contract-not-deployed': attempt,
  'evm-chain-unreachable': attempt,
  'multisig-not-found': multisig,
  'multisig-lookalike': multisig,
  'multisig-not-signer': multisig,
  'cosign-not-owner': attempt,
  'cosign-proposer': attempt,
  'cosign-owner-contract': attempt,
  'cosign-owner-taken': attempt,
  'cosign-closed': cosign,
  'evm-relay-unreachable': attempt,
  'evm-pairing-expired': attempt,
  'evm-session-lost': attempt,
  'evm-method-unsupported': attempt,
  'evm-account-unavailable': attempt,
  'evm-wallet-busy': attempt,
  'wallet-rejected': attempt,
  'wallet-no-proof': attempt,
  'wallet-answer-malformed': attempt,
  'wallet-bad-request': attempt,
  'wallet-manifest': attempt,
  'wallet-unsupported': attempt,
  'wallet-failed': attempt,
  'wallet-library-unavailable': prepare,
  'wallet-not-opened': attempt,
  offline: network,
  'server-unreachable': network,
  maintenance: call,
  internal: call,
}
