import { expect, test } from 'vitest'
import * as v from 'valibot'
import { viewHostEvent } from '#server/notifications/view-host-event.ts'
import type { StoredHostEvent } from '#server/store/database/stored-event.ts'
import type { StoredWallet } from '#server/store/database/stored.ts'
import { HostEventSchema } from '#shared/api/host/host-event.ts'
import { NOON } from '#tests/support/store-samples.ts'
import { TON_OWNERS, tonMultisig } from '../bot/collect.ts'

const MEMBER = 'CCCCCCCCCCCCCCCCCCCCCC'
const MULTISIG = tonMultisig()
const WALLET: StoredWallet = {
  id: 'AAAAAAAAAAAAAAAAAAAAAA',
  userId: MEMBER,
  label: 'Our treasury',
  primary: false,
  verifiedAt: NOON,
  staleAt: NOON + 1,
  multisig: { ...MULTISIG, id: 'BBBBBBBBBBBBBBBBBBBBBB', checkedAt: NOON, isBypassed: false },
  family: 'ton',
  network: '-239',
  address: MULTISIG.address,
  kind: 'multisig-v2',
  level: 'quorum',
  binding: 'domain',
  keySource: 'owners',
}

test('a link that no longer holds leaves with its reason, and with no label', () => {
  const notified = view({ type: 'wallet.stale', wallet: WALLET, reason: 'owners-changed' })
  expect(notified).toMatchObject({
    type: 'wallet.stale',
    data: {
      user: { id: MEMBER, telegramId: '42' },
      wallet: {
        level: 'quorum',
        staleAt: new Date(NOON + 1).toISOString(),
        multisig: { threshold: 2, ownerCount: 3 },
      },
      reason: 'owners-changed',
    },
  })
  expect(JSON.stringify(notified)).not.toContain('Our treasury')
  expect(v.safeParse(HostEventSchema, notified).issues).toBeUndefined()
})

test('a completed multisig leaves with the addresses of the owners who signed', () => {
  const owners = TON_OWNERS.slice(0, 2)
  const notified = view({ type: 'multisig.completed', wallet: WALLET, owners })
  expect(notified).toMatchObject({
    type: 'multisig.completed',
    data: { user: { telegramId: '42' }, owners },
  })
  expect(v.safeParse(HostEventSchema, notified).issues).toBeUndefined()
})

type EventBodyInput =
  | Pick<Extract<StoredHostEvent, { type: 'wallet.stale' }>, 'type' | 'wallet' | 'reason'>
  | Pick<Extract<StoredHostEvent, { type: 'multisig.completed' }>, 'type' | 'wallet' | 'owners'>

function view(body: EventBodyInput) {
  const head = { sequence: 7, id: 'AAAAAAAAAAAAAAAAAAAAAA', createdAt: NOON, userId: MEMBER }
  return viewHostEvent({
    event: { ...head, ...body },
    telegramIds: new Map([[MEMBER, '42']]),
  })
}
