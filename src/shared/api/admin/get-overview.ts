import * as v from 'valibot'
import { CLIENT_PLATFORMS } from '../../client-platform.ts'
import type { Endpoint } from '../endpoint.ts'

/** A calendar day in UTC, such as `2026-11-21`. */
const DaySchema = v.pipe(v.string(), v.isoDate())
const CountSchema = v.pipe(v.number(), v.integer(), v.minValue(0))

export const DELIVERY_STATES = ['pending', 'retrying', 'delivered', 'dead'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

/** A delivery to the operator's webhook, without the member it is about. */
const OverviewDeliverySchema = v.object({
  eventId: v.string(),
  type: v.string(),
  state: v.picklist(DELIVERY_STATES),
  tries: CountSchema,
  /** Why the last try failed: a status such as `http-500`, or `timeout`, `refused-address` …; null if none failed. */
  error: v.nullable(v.string()),
  createdAt: v.pipe(v.string(), v.isoTimestamp()),
  nextAt: v.nullable(v.pipe(v.string(), v.isoTimestamp())),
})

/** An upstream service, and whether it has answered recently. */
const UpstreamSchema = v.object({
  name: v.picklist([
    'telegram',
    'toncenter',
    'evm-rpc',
    'safe-service',
    'wallets-list',
    'evm-wallets',
    'webhook',
  ]),
  /** `unknown` until the first query since the start. */
  health: v.picklist(['up', 'down', 'unknown']),
  /** Failures since the start. */
  failures: CountSchema,
})

/** What an admin of the bot sees: counts, never a name, an account or an address. */
const OverviewSchema = v.object({
  /** Whether admins see who the members are (`ADMIN_NAMES`). */
  hasMembers: v.boolean(),
  /** The version that runs and the one that is installed, where they differ: the server was not restarted. */
  update: v.nullable(v.object({ running: v.string(), installed: v.string() })),
  linked: v.object({
    /** Wallets linked now. */
    total: CountSchema,
    /** Of those, how many were linked on each of the last 30 days, oldest first, including days without any. */
    byDay: v.array(v.object({ day: DaySchema, count: CountSchema })),
  }),
  /** Settled attempts of the last 30 days, the most frequent first. */
  attempts: v.array(
    v.object({
      /** `linked`, `cancelled`, `expired`, or the code with which it failed. */
      outcome: v.string(),
      platform: v.picklist(CLIENT_PLATFORMS),
      /** Null when no wallet was chosen; `other` for names that are not on the wallets list. */
      walletApp: v.nullable(v.string()),
      count: CountSchema,
    }),
  ),
  upstreams: v.array(UpstreamSchema),
  webhook: v.variant('state', [
    v.object({ state: v.literal('off') }),
    v.object({
      /** `disabled`: the receiver answered 410. */
      state: v.picklist(['on', 'disabled']),
      counts: v.object({
        pending: CountSchema,
        retrying: CountSchema,
        delivered: CountSchema,
        dead: CountSchema,
      }),
      /** Age of the oldest event that is still to be delivered, in seconds; 0 when there is none. */
      queueAgeS: CountSchema,
      /** The dead ones first, then those that are retried, then the newest; at most 50. */
      deliveries: v.array(OverviewDeliverySchema),
    }),
  ]),
})
export type Overview = v.InferOutput<typeof OverviewSchema>

export const getOverview = {
  method: 'GET',
  path: '/api/admin/overview',
  response: OverviewSchema,
} as const satisfies Endpoint
