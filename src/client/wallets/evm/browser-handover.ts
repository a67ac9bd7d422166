import { atom } from 'nanostores'
import type { createTicket } from '#shared/api/create-ticket.ts'
import type { ResponseOf } from '#shared/api/endpoint.ts'
import { AttemptIdSchema } from '#shared/attempt.ts'
import { PROBLEMS } from '#shared/problem.ts'
import { getProblemCode } from '#client/api/api-error.ts'
import type { UserStorage } from '#client/api/user-storage.ts'
import type { Telegram } from '#client/telegram/telegram.ts'
import type { DeviceWallet, WalletApp, WalletConnector } from '../wallet-connector.ts'

const ATTEMPT_KEY = 'evm/handover'
/** A new ticket ends earlier ones, so the browser gets this time to redeem one, in milliseconds. */
const REDEEM_MS = 5_000
/** Longest time after which an opened ticket counts as used, in milliseconds. */
const USED_AFTER_MS = 60_000
/** How long before it expires a ticket is renewed, in milliseconds. */
const MARGIN_MS = 60_000
/** How long to wait after an outage, in milliseconds. */
const OUTAGE_MS = 5_000

type Deps = {
  /** A fresh ticket for the attempt. @throws ApiError */
  openTicket: (attemptId: string) => Promise<ResponseOf<typeof createTicket>>
  telegram: Pick<Telegram, 'openLink' | 'onReturn' | 'isTapFresh'>
  storage: UserStorage
  /** Unix time in milliseconds. */
  now: () => number
}

/**
 * EVM wallets where the operator offers them in the browser only: connecting and signing happen on our page there,
 * which a one-time ticket opens. A fresh ticket is always ready, so that every tap opens the page immediately; the
 * server reports the outcome. Only a tap that comes before we know that the member has returned from the page waits
 * for its ticket: if that takes too long, the next tap opens it.
 */
export function createBrowserHandover(deps: Deps): WalletConnector {
  const { telegram, storage } = deps
  const tickets = createTickets(deps)
  const openSoon = oneAtATime(openNext)

  function open(): void {
    const url = tickets.unused()
    if (url === null) void openSoon()
    else show(url)
  }

  /** Opens the page a moment after the tap. A ticket whose link a client would drop stays unused. */
  async function openNext(): Promise<void> {
    const url = await tickets.next()
    if (url !== null && telegram.isTapFresh()) show(url)
  }

  function show(url: string): void {
    telegram.openLink(url)
    tickets.opened()
  }

  return {
    deviceWallet: atom<DeviceWallet>({ status: 'disconnected' }),
    chooserOpen: atom(false),
    walletApp: atom<WalletApp | null>(null),
    link: tickets.link,
    sessionStep: atom(null),
    warmUp: async () => {},
    async prepare(request) {
      if (request.family !== 'evm') return
      storage.write(ATTEMPT_KEY, request.attemptId)
      await tickets.start(request.attemptId)
    },
    connect: open,
    reopen: open,
    chooseAccount: () => {},
    offerChains: () => {},
    canSign: () => false,
    sign: () => {},
    closeChooser: () => {},
    async restore() {
      const attemptId = storage.read(ATTEMPT_KEY, AttemptIdSchema)
      if (attemptId !== null) await tickets.start(attemptId)
    },
    cancel() {
      storage.remove(ATTEMPT_KEY)
      tickets.end()
    },
    disconnect: async () => {},
    onAnswer: () => () => {},
  }
}

/** `renewAt`: when its ticket must be replaced, in milliseconds, as `openedAt` is. */
type Current = { attemptId: string; openedAt: number | null; renewAt: number }

function isUsed(current: Current | null, now: number): boolean {
  const openedAt = current?.openedAt ?? null
  return openedAt !== null && now - openedAt >= REDEEM_MS
}

/** Concurrent calls share one run. */
function oneAtATime(act: () => Promise<void>): () => Promise<void> {
  let underWay: Promise<void> | null = null
  return () => (underWay ??= act().finally(() => (underWay = null)))
}

/** One attempt's tickets, each renewed when it is used or about to expire. */
function createTickets({ openTicket, telegram, now }: Deps) {
  const link = atom<string | null>(null)
  let current: Current | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  // Two tickets at the same time: the second would end the first.
  const renew = oneAtATime(replace)

  function planAt(renewAt: number): void {
    if (current === null) return
    current.renewAt = renewAt
    clearTimeout(timer)
    timer = setTimeout(() => void renew(), Math.max(0, renewAt - now()))
  }

  async function replace(): Promise<void> {
    if (current === null) return
    try {
      await fetchTicket(current.attemptId)
    } catch (error) {
      if (PROBLEMS[getProblemCode(error)].retry) planAt(now() + OUTAGE_MS)
      // The attempt is over.
      else end()
    }
  }

  async function fetchTicket(attemptId: string): Promise<void> {
    const { url, expiresAt } = await openTicket(attemptId)
    if (current?.attemptId !== attemptId) return
    current.openedAt = null
    link.set(url)
    planAt(Date.parse(expiresAt) - MARGIN_MS)
  }

  function end(): void {
    current = null
    clearTimeout(timer)
    link.set(null)
  }

  telegram.onReturn(() => {
    if (current === null) return
    const { openedAt, renewAt } = current
    planAt(openedAt === null ? renewAt : Math.min(renewAt, openedAt + REDEEM_MS))
  })

  /** The ticket's link, unless the browser has certainly used it. */
  const unused = () => (isUsed(current, now()) ? null : link.get())

  return {
    link,
    end,
    unused,
    /** The link of a fresh ticket; null where there is none. */
    async next(): Promise<string | null> {
      await renew()
      return unused()
    },
    /** @throws ApiError */
    async start(attemptId: string): Promise<void> {
      if (current?.attemptId === attemptId && link.get() !== null) return
      end()
      current = { attemptId, openedAt: null, renewAt: now() }
      await fetchTicket(attemptId)
    },
    opened(): void {
      if (current === null) return
      current.openedAt = now()
      planAt(Math.min(current.renewAt, now() + USED_AFTER_MS))
    },
  }
}
