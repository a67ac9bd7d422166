import { createRequest, findRequest, updateHostRequest } from '#shared/api/host/host-request.ts'
import { decideJoin } from '#shared/api/host/host-join.ts'
import {
  findWallets,
  getProof,
  getToken,
  listHeldWallets,
  listUserWallets,
  unlinkHeldWallet,
} from '#shared/api/host/host-wallet.ts'
import type { HostEndpoint } from '#shared/api/host/host-endpoint.ts'
import { listEvents, redeliverEvent } from '#shared/api/host/host-event.ts'
import type { HostProblemCode } from '#shared/host-problem.ts'
import type { HostTag } from './document.ts'

/** A call of the host. */
export type HostOperation = {
  endpoint: HostEndpoint
  tag: HostTag
  summary: string
  /** Its problems, in addition to those that every call can have. */
  problems?: readonly HostProblemCode[]
}

/** All calls of the host API, by `operationId`. */
export const HOST_OPERATIONS: Record<string, HostOperation> = {
  listUserWallets: {
    endpoint: listUserWallets,
    tag: 'Wallets',
    summary: 'Who is this: the wallets of a Telegram account',
  },
  listHeldWallets: {
    endpoint: listHeldWallets,
    tag: 'Wallets',
    summary: 'Every linked wallet with its holder, in pages',
    problems: ['cursor-invalid'],
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
  getToken: {
    endpoint: getToken,
    tag: 'Wallets',
    summary: 'Give a site a signed word on the wallets of a Telegram account',
    problems: ['not-found'],
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
    problems: ['telegram-unreachable'],
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
  decideJoin: {
    endpoint: decideJoin,
    tag: 'Joins',
    summary: 'Let a person into a group, refuse them, or leave it to the administrators',
    problems: ['not-found', 'join-decided'],
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
