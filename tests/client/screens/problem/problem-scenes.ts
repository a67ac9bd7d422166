import { expect, vi } from 'vitest'
import { createAttempt } from '#shared/api/create-attempt.ts'
import type { Endpoint } from '#shared/api/endpoint.ts'
import { getCard } from '#shared/api/get-card.ts'
import { getMultisig } from '#shared/api/get-multisig.ts'
import { getMe } from '#shared/api/get-me.ts'
import { openSession } from '#shared/api/open-session.ts'
import { updateAttempt } from '#shared/api/update-attempt.ts'
import type { Language } from '#shared/languages.ts'
import type { ProblemCode } from '#shared/problem.ts'
import { ApiError } from '#client/api/api-error.ts'
import type { Route } from '#client/screens/routing/router.ts'
import { TICKET_KEY } from '#client/telegram/launch-ticket.ts'
import type { AppServer } from '#tests/support/app-server.ts'
import { comeFrom } from '#tests/support/come-from.ts'
import { createFakeTelegram } from '#tests/support/fake-telegram.ts'
import { createFakeWalletConnector } from '#tests/support/fake-wallet-connector.ts'
import { getTonAddress } from '#tests/support/link-wallet.ts'
import { createMemoryStorage } from '#tests/support/memory-storage.ts'
import { sampleCosigning, sampleTonMultisig } from '#tests/support/multisig-samples.ts'
import { type MemberApp, openMemberApp } from '#tests/support/open-member-app.tsx'
import { sampleMember } from '#tests/support/store-samples.ts'
import { until } from '#tests/support/until.ts'
import type { TestAccount } from '#tests/support/people.ts'

type ProblemSituation = {
  server: AppServer
  /** An account that has not been used on the server before. */
  account: TestAccount
  /** The language of the account's Telegram. */
  language: Language
  code: ProblemCode
  hasMainButton: boolean
}

/** Brings the app to where members meet the problem. */
type ProblemScene = (situation: ProblemSituation) => MemberApp | Promise<MemberApp>

/** The app, opened by an account whose Telegram is in the account's language. */
function open(
  { server, account, hasMainButton }: ProblemSituation,
  options: Parameters<typeof openMemberApp>[1] = {},
): MemberApp {
  const telegram = createFakeTelegram({ launch: server.launch(account), hasMainButton })
  return openMemberApp(server, { telegram, ...options })
}

/** A screen that makes this call, which the server refuses. */
function refused(endpoint: Endpoint, route: Route = { screen: 'home' }): ProblemScene {
  return (situation) => {
    situation.server.refuse(endpoint, situation.code)
    return open(situation, { route })
  }
}

/** Telegram's init data is refused. */
const signIn = refused(openSession)

/** Any call is refused; this is the first one that carries a session. */
const call = refused(getMe)

/** A multisig cannot be read. */
const multisig = refused(getMultisig, { screen: 'multisig', id: 'm'.repeat(22) })

/** Another page opened the app for an account that is not the member's. */
const otherAccount: ProblemScene = (situation) => {
  comeFrom('https://another.example/')
  return chooses(open(situation, { route: { screen: 'connect' } }))
}

/** The link is of a card that does not exist any longer. */
const card = refused(getCard, { screen: 'card', code: `c1_${'g'.repeat(22)}` })

/** No attempt can be started. */
const begin: ProblemScene = (situation) => {
  situation.server.refuse(createAttempt, situation.code)
  return chooses(open(situation, { route: { screen: 'connect' } }))
}

/** The member taps the first wallet as soon as it can be tapped. */
function chooses(app: MemberApp): MemberApp {
  void until(() => {
    const line = app.container.querySelector<HTMLElement>('.cell-press')
    expect(line).not.toBeNull()
    line?.click()
  })
  return app
}

/** No call to the server gets an answer. */
const network: ProblemScene = (situation) => {
  situation.server.cut()
  if (situation.code === 'offline') vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  return open(situation)
}

/** The wallets cannot be prepared. */
const prepare: ProblemScene = (situation) => {
  const library = Promise.reject(new ApiError(situation.code))
  library.catch(() => {})
  const wallets = createFakeWalletConnector({ library })
  return chooses(open(situation, { wallets, route: { screen: 'connect' } }))
}

/** The attempt has failed with this problem, by the server's judgement or by that of this page. */
const attempt: ProblemScene = async (situation) => {
  const { server, account, code } = situation
  const { api } = await server.visit(account)
  const family = code.startsWith('evm-') ? 'evm' : 'ton'
  const { id } = await api.call(createAttempt, { body: { family } })
  await api.call(updateAttempt, { id, body: { state: 'failed', errorCode: code } })
  return open(situation, { route: { screen: 'attempt', id } })
}

/** The page in the browser is opened with an invalid link. */
const ticket: ProblemScene = ({ server, language }) => {
  const tab = createMemoryStorage()
  tab.setItem(TICKET_KEY, 't'.repeat(43))
  const telegram = createFakeTelegram({
    launch: { place: 'ticket' },
    hasMainButton: false,
    hasBackButton: false,
  })
  const boot = { ...server.boot, language }
  return openMemberApp(server, { boot, tab, telegram, evm: createFakeWalletConnector() })
}

/** The app was opened by a link that it cannot follow. */
const badLink: ProblemScene = (situation) => {
  const why = situation.code === 'link-newer' ? 'newer' : 'broken'
  return open(situation, { route: { screen: 'bad-link', why } })
}

/** An owner's confirmation is not accepted any longer. */
const cosign: ProblemScene = async (situation) => {
  const { store, clock } = situation.server.server
  const owners = [1, 2, 3].map(getTonAddress)
  const multisig = await store.saveMultisig(sampleTonMultisig({ owners }), clock.now)
  const starter = await sampleMember(store)
  const { code: purpose } = await sampleCosigning(store, starter.id, multisig)
  situation.server.refuse(createAttempt, situation.code)
  return chooses(open(situation, { route: { screen: 'connect', purpose } }))
}

/** Where members meet each problem first. A code without a scene does not compile. */
export const SCENES: Record<ProblemCode, ProblemScene> = {
  'bad-request': call,
  'body-too-large': call,
  'not-found': call,
  'not-admin': call,
  'admin-link-dead': call,
  'link-broken': badLink,
  'link-newer': badLink,
  'request-closed': begin,
  'request-full': begin,
  'members-only': begin,
  'membership-unknown': begin,
  'request-not-allowed': call,
  'chat-gone': call,
  'not-administrator': call,
  'door-changed': call,
  'card-gone': card,
  // The app shows it beside the button that shares; this scene shows it alone on a screen.
  'share-failed': attempt,
  // No screen shows these two yet.
  'proof-missing': attempt,
  'proof-undeliverable': attempt,
  'proof-launch-unexpected': attempt,
  'proof-launch-unsigned': attempt,
  'proof-site-unknown': attempt,
  'proof-none-valid': attempt,
  'rate-limited': call,
  busy: attempt,
  'init-data-missing': signIn,
  'init-data-malformed': signIn,
  'init-data-invalid': signIn,
  'init-data-expired': signIn,
  'init-data-from-future': signIn,
  'session-missing': call,
  'session-expired': call,
  'session-limited': call,
  'ticket-invalid': ticket,
  'other-account': otherAccount,
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
  'cosign-no-keys': multisig,
  'cosign-not-owner': attempt,
  'cosign-proposer': attempt,
  'cosign-owner-contract': attempt,
  'cosign-owner-taken': attempt,
  'cosign-closed': cosign,
  'evm-relay-unreachable': attempt,
  'evm-clock-wrong': attempt,
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
