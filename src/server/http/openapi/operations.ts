import { answerConsent } from '#shared/api/answer-consent.ts'
import { answerRequest } from '#shared/api/answer-request.ts'
import { getOverview } from '#shared/api/admin/get-overview.ts'
import { redeliver } from '#shared/api/admin/redeliver.ts'
import { cancelAttempt } from '#shared/api/cancel-attempt.ts'
import { cancelCosigning } from '#shared/api/cancel-cosigning.ts'
import { closeSession } from '#shared/api/close-session.ts'
import { createAttempt } from '#shared/api/create-attempt.ts'
import { createTicket } from '#shared/api/create-ticket.ts'
import { deleteMe } from '#shared/api/delete-me.ts'
import type { Endpoint } from '#shared/api/endpoint.ts'
import { exportMe } from '#shared/api/export-me.ts'
import { fixAccount } from '#shared/api/fix-account.ts'
import { getAttempt } from '#shared/api/get-attempt.ts'
import { getCosigning } from '#shared/api/get-cosigning.ts'
import { getMe } from '#shared/api/get-me.ts'
import { getMultisig } from '#shared/api/get-multisig.ts'
import { listTonWallets } from '#shared/api/list-ton-wallets.ts'
import { getRequest } from '#shared/api/get-request.ts'
import { getWallet } from '#shared/api/get-wallet.ts'
import { createRequest } from '#shared/api/host/create-request.ts'
import { findRequest } from '#shared/api/host/find-request.ts'
import { findWallets } from '#shared/api/host/find-wallets.ts'
import { getProof } from '#shared/api/host/get-proof.ts'
import type { HostEndpoint } from '#shared/api/host/host-endpoint.ts'
import { listEvents } from '#shared/api/host/list-events.ts'
import { listUserWallets } from '#shared/api/host/list-user-wallets.ts'
import { redeliverEvent } from '#shared/api/host/redeliver-event.ts'
import { unlinkHeldWallet } from '#shared/api/host/unlink-held-wallet.ts'
import { listMultisigs } from '#shared/api/list-multisigs.ts'
import { lookUpMultisig } from '#shared/api/look-up-multisig.ts'
import { openSession } from '#shared/api/open-session.ts'
import { openTicketSession } from '#shared/api/open-ticket-session.ts'
import { startCosigning } from '#shared/api/start-cosigning.ts'
import { submitProof } from '#shared/api/submit-proof.ts'
import { submitText } from '#shared/api/submit-text.ts'
import { unlinkWallet } from '#shared/api/unlink-wallet.ts'
import { updateAttempt } from '#shared/api/update-attempt.ts'
import { updateMe } from '#shared/api/update-me.ts'
import { updateWallet } from '#shared/api/update-wallet.ts'
import { exportPeople } from '#shared/api/export-people.ts'
import { getCard } from '#shared/api/get-card.ts'
import { listCards } from '#shared/api/list-cards.ts'
import { listChats } from '#shared/api/list-chats.ts'
import { listMadeRequests } from '#shared/api/list-made-requests.ts'
import { listPeople } from '#shared/api/list-people.ts'
import { makeRequest } from '#shared/api/make-request.ts'
import { revokeCard } from '#shared/api/revoke-card.ts'
import { share } from '#shared/api/share.ts'
import { showCardProof } from '#shared/api/show-card-proof.ts'
import { getLaunchedProof } from '#shared/api/get-launched-proof.ts'
import { getProofLaunch } from '#shared/api/get-proof-launch.ts'
import { requestProofLaunch } from '#shared/api/request-proof-launch.ts'
import { submitProofLaunch } from '#shared/api/submit-proof-launch.ts'
import { sendData } from '#shared/api/send-data.ts'
import { sendPeople } from '#shared/api/send-people.ts'
import { sendProof } from '#shared/api/send-proof.ts'
import { shareWallet } from '#shared/api/share-wallet.ts'
import { takeStart } from '#shared/api/take-start.ts'
import { updateRequest } from '#shared/api/update-request.ts'
import { updateHostRequest } from '#shared/api/host/update-request.ts'
import { withdrawAnswer } from '#shared/api/withdraw-answer.ts'
import { withdrawConfirmation } from '#shared/api/withdraw-confirmation.ts'
import type { HostProblemCode } from '#shared/host-problem.ts'
import { PROBLEM_CODES, PROBLEMS, type ProblemCode } from '#shared/problem.ts'

type DescribedOperation<AnyEndpoint, Code> = {
  endpoint: AnyEndpoint
  tag: string
  summary: string
  /** Its problems, in addition to those that every call of its API can have. */
  problems?: readonly Code[]
}

/** A call of the host. */
export type HostOperation = DescribedOperation<HostEndpoint, HostProblemCode>

/** A call of the Mini App. */
export type AppOperation = DescribedOperation<Endpoint, ProblemCode> & {
  /**
   * The credentials of the call. `in-body`: the body has them.
   *
   * @default session
   */
  credentials?: 'session' | 'init-data' | 'in-body'
  /**
   * Status of success.
   *
   * @default [200], or [204] where there is nothing to answer
   */
  success?: readonly (200 | 201 | 202)[]
}

/** Why a member may not make requests there. */
const NO_REQUESTER = ['request-not-allowed', 'chat-gone', 'membership-unknown'] as const

/** Why a cosigning does not accept an owner's confirmation. */
const CONFIRMATION_REFUSALS = [
  'multisig-not-found',
  ...PROBLEM_CODES.filter((code) => code.startsWith('cosign-')),
] as const satisfies readonly ProblemCode[]

/** Problems that checks of one kind can refuse with. Problems without a status occur in the client only. */
function refusals(prefix: 'ton-' | 'evm-'): ProblemCode[] {
  return PROBLEM_CODES.filter((code) => code.startsWith(prefix) && PROBLEMS[code].status > 0)
}

/** All calls of the host API, by `operationId`. */
export const HOST_OPERATIONS: Record<string, HostOperation> = {
  listUserWallets: {
    endpoint: listUserWallets,
    tag: 'Wallets',
    summary: 'Who is this: the wallets of a Telegram account',
  },
  findWallets: {
    endpoint: findWallets,
    tag: 'Wallets',
    summary: 'Who has the wallet at this address',
    problems: ['cursor-invalid'],
  },
  getProof: {
    endpoint: getProof,
    tag: 'Wallets',
    summary: 'Read the proof of a link, for others to verify',
    problems: ['not-found', 'proof-missing'],
  },
  unlinkHeldWallet: {
    endpoint: unlinkHeldWallet,
    tag: 'Wallets',
    summary: 'Take a wallet from its member, and notify the member',
    problems: ['not-found'],
  },
  createRequest: {
    endpoint: createRequest,
    tag: 'Connect requests',
    summary: 'Make a link that asks everybody who opens it to connect a wallet',
  },
  findRequest: {
    endpoint: findRequest,
    tag: 'Connect requests',
    summary: 'Read a connect request and a page of its answers',
    problems: ['not-found', 'cursor-invalid'],
  },
  updateHostRequest: {
    endpoint: updateHostRequest,
    tag: 'Connect requests',
    summary:
      'Close any connect request for good, a member’s too, or let an unclosed one of the operator run on',
    problems: ['not-found'],
  },
  listEvents: {
    endpoint: listEvents,
    tag: 'Events',
    summary: 'Read events in their order; "next" stays valid for later ones',
    problems: ['cursor-invalid', 'cursor-outdated'],
  },
  redeliverEvent: {
    endpoint: redeliverEvent,
    tag: 'Events',
    summary: 'Send an event to the webhook once more',
    problems: ['not-found', 'webhook-not-configured'],
  },
}

/** All calls of the Mini App, by `operationId`. */
export const APP_OPERATIONS: Record<string, AppOperation> = {
  openSession: {
    endpoint: openSession,
    tag: 'Session',
    summary: 'Turn init data into a session token',
    credentials: 'init-data',
    success: [201],
    problems: PROBLEM_CODES.filter((code) => code.startsWith('init-data-')),
  },
  openTicketSession: {
    endpoint: openTicketSession,
    tag: 'Session',
    summary: 'Turn a one-time ticket into a session for its one attempt',
    credentials: 'in-body',
    success: [201],
    problems: ['bad-request', 'ticket-invalid'],
  },
  closeSession: {
    endpoint: closeSession,
    tag: 'Session',
    summary: 'End the session',
  },
  getMe: {
    endpoint: getMe,
    tag: 'Member',
    summary: 'See oneself: account, wallets, open questions, policy',
  },
  updateMe: {
    endpoint: updateMe,
    tag: 'Member',
    summary: 'Allow the bot to write to the member, or choose the language',
  },
  deleteMe: {
    endpoint: deleteMe,
    tag: 'Member',
    summary: 'Delete everything about the member',
  },
  exportMe: {
    endpoint: exportMe,
    tag: 'Member',
    summary: 'Take along what is stored about the member',
  },
  sendData: {
    endpoint: sendData,
    tag: 'Member',
    summary: 'Have the bot send what is stored about the member as a file',
    problems: ['proof-undeliverable', 'share-failed'],
  },
  createAttempt: {
    endpoint: createAttempt,
    tag: 'Attempts',
    summary: 'Start to connect a wallet',
    success: [201],
    problems: ['too-many-attempts', 'evm-off', 'members-only', 'not-found', 'cosign-closed'],
  },
  getAttempt: {
    endpoint: getAttempt,
    tag: 'Attempts',
    summary: 'See how far an attempt is',
    problems: ['not-found'],
  },
  updateAttempt: {
    endpoint: updateAttempt,
    tag: 'Attempts',
    summary: 'Report what the member is doing',
    problems: ['not-found'],
  },
  cancelAttempt: {
    endpoint: cancelAttempt,
    tag: 'Attempts',
    summary: 'Give an attempt up',
    problems: ['not-found'],
  },
  fixAccount: {
    endpoint: fixAccount,
    tag: 'Attempts',
    summary: 'Report the account of an EVM wallet; the answer has the message to sign',
    problems: [
      'not-found',
      'attempt-expired',
      'attempt-settled',
      'evm-off',
      'evm-address-malformed',
      'evm-chain-unsupported',
      'evm-chain-unreachable',
      'busy',
      ...CONFIRMATION_REFUSALS,
    ],
  },
  listTonWallets: {
    endpoint: listTonWallets,
    tag: 'Attempts',
    summary: 'See the TON wallets that have a line of their own in the choice of a wallet',
  },
  submitProof: {
    endpoint: submitProof,
    tag: 'Attempts',
    summary:
      'Prove a wallet; 202 while its former holder is asked, or a text is still to be signed',
    success: [201, 202],
    problems: [
      'not-found',
      'attempt-expired',
      'attempt-settled',
      'wallet-limit',
      ...refusals('ton-'),
      'busy',
      ...refusals('evm-'),
      ...CONFIRMATION_REFUSALS,
    ],
  },
  submitText: {
    endpoint: submitText,
    tag: 'Attempts',
    summary: 'Strengthen a TON proof by the text that names the Telegram account',
    success: [201],
    problems: [
      'not-found',
      'attempt-expired',
      'attempt-settled',
      'wallet-limit',
      'busy',
      ...refusals('ton-'),
      ...CONFIRMATION_REFUSALS,
    ],
  },
  createTicket: {
    endpoint: createTicket,
    tag: 'Attempts',
    summary: 'Make a one-time ticket with which an EVM attempt is finished in the browser',
    success: [201],
    problems: ['not-found', 'attempt-expired', 'attempt-settled', 'evm-off'],
  },
  answerConsent: {
    endpoint: answerConsent,
    tag: 'Own wallets',
    summary: 'Let a wallet go to the account that proved it, or keep it',
    problems: ['not-found', 'wallet-limit'],
  },
  getWallet: {
    endpoint: getWallet,
    tag: 'Own wallets',
    summary: 'See a linked wallet',
    problems: ['not-found'],
  },
  updateWallet: {
    endpoint: updateWallet,
    tag: 'Own wallets',
    summary: 'Name a wallet, or make it the primary one',
    problems: ['not-found'],
  },
  sendProof: {
    endpoint: sendProof,
    tag: 'Own wallets',
    summary: 'Have the bot send the proof of a wallet as a file',
    problems: ['not-found', 'proof-missing', 'proof-undeliverable', 'share-failed'],
  },
  getProofLaunch: {
    endpoint: getProofLaunch,
    tag: 'Own wallets',
    summary: 'Read whether Telegram has signed the proof of a wallet',
    problems: ['not-found'],
  },
  requestProofLaunch: {
    endpoint: requestProofLaunch,
    tag: 'Own wallets',
    summary: 'Ask for the launch by which Telegram signs the proof of a wallet',
    problems: ['not-found', 'proof-missing'],
  },
  getLaunchedProof: {
    endpoint: getLaunchedProof,
    tag: 'Own wallets',
    summary: 'Read whose proof a launch signs',
    problems: ['proof-launch-unexpected'],
  },
  submitProofLaunch: {
    endpoint: submitProofLaunch,
    tag: 'Own wallets',
    summary: 'Store the launch by which Telegram signed a proof',
    problems: [
      'init-data-missing',
      'init-data-malformed',
      'init-data-invalid',
      'init-data-expired',
      'init-data-from-future',
      'proof-launch-unexpected',
      'proof-launch-unsigned',
    ],
  },
  unlinkWallet: {
    endpoint: unlinkWallet,
    tag: 'Own wallets',
    summary: 'Unlink a wallet',
    problems: ['not-found'],
  },
  listMultisigs: {
    endpoint: listMultisigs,
    tag: 'Multisigs',
    summary: 'See the multisigs that a linked wallet signs for: membership, not control',
    problems: ['not-found'],
  },
  lookUpMultisig: {
    endpoint: lookUpMultisig,
    tag: 'Multisigs',
    summary: 'Look for a multisig at an address',
    problems: [
      'ton-address-malformed',
      'ton-network-mismatch',
      'ton-chain-unreachable',
      'evm-off',
      'evm-address-malformed',
      'evm-chain-unsupported',
      'evm-chain-unreachable',
      'busy',
      'multisig-not-found',
      'multisig-lookalike',
    ],
  },
  getMultisig: {
    endpoint: getMultisig,
    tag: 'Multisigs',
    summary: 'See a multisig, and what the member has to do with it',
    problems: ['not-found', 'evm-off', 'multisig-not-found'],
  },
  startCosigning: {
    endpoint: startCosigning,
    tag: 'Multisigs',
    summary:
      'Start to collect the owners’ confirmations for a multisig, or get the cosigning that is open',
    problems: [
      'not-found',
      'evm-off',
      'members-only',
      'multisig-not-found',
      'multisig-not-signer',
      'cosign-no-keys',
      'wallet-limit',
      'too-many-attempts',
      'attempt-settled',
      'ton-chain-unreachable',
      'evm-chain-unreachable',
      'busy',
    ],
  },
  getCosigning: {
    endpoint: getCosigning,
    tag: 'Multisigs',
    summary: 'See what the owners of a multisig are asked to agree to, and how far they are',
    problems: ['not-found', 'evm-off'],
  },
  cancelCosigning: {
    endpoint: cancelCosigning,
    tag: 'Multisigs',
    summary: 'Give an own cosigning up',
    problems: ['not-found', 'cosign-closed'],
  },
  withdrawConfirmation: {
    endpoint: withdrawConfirmation,
    tag: 'Multisigs',
    summary: 'Take back an owner’s confirmation while the cosigning is open',
    problems: ['not-found', 'cosign-closed'],
  },
  getRequest: {
    endpoint: getRequest,
    tag: 'Answers',
    summary: 'See a connect request',
    problems: ['not-found'],
  },
  answerRequest: {
    endpoint: answerRequest,
    tag: 'Answers',
    summary: 'Answer a connect request with a linked wallet',
    problems: ['not-found', 'request-closed', 'request-full', 'members-only', 'membership-unknown'],
  },
  withdrawAnswer: {
    endpoint: withdrawAnswer,
    tag: 'Answers',
    summary: 'Take the answer to a connect request back',
    problems: ['not-found'],
  },
  takeStart: {
    endpoint: takeStart,
    tag: 'Session',
    summary: 'Take the code that the member brought to the bot’s chat, if one waits',
  },
  listChats: {
    endpoint: listChats,
    tag: 'Own requests',
    summary: 'See where the member may ask for wallets',
  },
  makeRequest: {
    endpoint: makeRequest,
    tag: 'Own requests',
    summary: 'Make a connect request; the bot writes it into the chat, if it is for one',
    success: [201],
    problems: ['evm-off', ...NO_REQUESTER],
  },
  listMadeRequests: {
    endpoint: listMadeRequests,
    tag: 'Own requests',
    summary: 'See the connect requests that the member made',
  },
  updateRequest: {
    endpoint: updateRequest,
    tag: 'Own requests',
    summary: 'Close an own connect request for good, or let an unclosed one run on',
    problems: ['not-found', 'request-closed', ...NO_REQUESTER],
  },
  listPeople: {
    endpoint: listPeople,
    tag: 'Own requests',
    summary: 'See who answered an own connect request',
    problems: ['not-found', ...NO_REQUESTER],
  },
  exportPeople: {
    endpoint: exportPeople,
    tag: 'Own requests',
    summary: 'Take along who answered an own connect request, as a table',
    problems: ['not-found', ...NO_REQUESTER],
  },
  sendPeople: {
    endpoint: sendPeople,
    tag: 'Own requests',
    summary: 'Have the bot send who answered an own connect request as a file',
    problems: ['not-found', ...NO_REQUESTER, 'proof-undeliverable', 'share-failed'],
  },
  shareWallet: {
    endpoint: shareWallet,
    tag: 'Cards',
    summary: 'Make the card of a linked wallet, or get the one that there is',
    problems: ['not-found'],
  },
  listCards: {
    endpoint: listCards,
    tag: 'Cards',
    summary: 'See the cards that the member shares',
  },
  getCard: {
    endpoint: getCard,
    tag: 'Cards',
    summary: 'See a wallet that its holder shares',
    problems: ['not-found', 'card-gone'],
  },
  showCardProof: {
    endpoint: showCardProof,
    tag: 'Cards',
    summary: 'Show the proof of the wallet on a card, or hide it',
    problems: ['not-found'],
  },
  revokeCard: {
    endpoint: revokeCard,
    tag: 'Cards',
    summary: 'Take a card back',
    problems: ['not-found'],
  },
  share: {
    endpoint: share,
    tag: 'Cards',
    summary: 'Get what an own request or card is sent into a chat with',
    problems: ['not-found', 'request-closed', 'request-full'],
  },
  getOverview: {
    endpoint: getOverview,
    tag: 'Admin view',
    summary: 'See how the bot fares, without anybody in it',
    problems: ['not-admin'],
  },
  redeliver: {
    endpoint: redeliver,
    tag: 'Admin view',
    summary: 'Send an event to the webhook once more',
    problems: ['not-admin', 'not-found'],
  },
}
