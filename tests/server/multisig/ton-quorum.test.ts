import { beforeEach, describe, expect, test } from 'vitest'
import type { StoredCosigning } from '#server/store/rows/cosigning-rows.ts'
import type { StoredMultisig, StoredUser } from '#server/store/database/stored.ts'
import type { Address } from '@ton/core'
import { shareAmongTests } from '#tests/support/share-among-tests.ts'
import { setStage, type MultisigStage, taken, tonAccount } from './multisig-stage.ts'
import { startMultisigWorld } from './multisig-world.ts'

const world = shareAmongTests(startMultisigWorld)
let stage: MultisigStage
let address: Address
let multisig: StoredMultisig
let cosigning: StoredCosigning
let users: { ann: StoredUser; ben: StoredUser; cem: StoredUser }
let count = 100
let accounts: { ann: Address; ben: Address; cem: Address; proposer: Address }

beforeEach(async () => {
  stage = await setStage(world())
  count += 4
  accounts = {
    ann: tonAccount(count),
    ben: tonAccount(count + 1),
    cem: tonAccount(count + 2),
    proposer: tonAccount(count + 3),
  }
  const { ann, ben, cem, proposer } = accounts
  const terms = { signers: [ann, ben, cem], proposers: [proposer], threshold: 2 }
  address = await stage.ton.deployMultisig(terms)
  users = {
    ann: await stage.tonOwner('Ann', ann),
    ben: await stage.tonOwner('Ben', ben),
    cem: await stage.tonOwner('Cem', cem),
  }
  multisig = await stage.recogniseTon(address)
  cosigning = await stage.started(users.ann, multisig)
})

const agree = (user: StoredUser, account: Address, binding: 'domain' | 'text' = 'text') =>
  stage.agree(user, cosigning, { owner: account.toRawString(), binding })

async function findLink(user: StoredUser) {
  return (await stage.getWallets(user)).find((wallet) => wallet.address === address.toRawString())
}

describe('as many current signers as the threshold agree', () => {
  test('two of three who agree get links at quorum, by the weakest of their proofs', async () => {
    expect(cosigning.method).toBe('agreements')
    expect(taken(await agree(users.ann, accounts.ann)).state).toBe('open')
    const done = taken(await agree(users.ben, accounts.ben, 'domain'))
    expect(done.state).toBe('complete')
    for (const user of [users.ann, users.ben])
      expect(await findLink(user)).toMatchObject({
        family: 'ton',
        kind: 'multisig-v2',
        level: 'quorum',
        binding: 'domain',
        keySource: 'owners',
        multisig: { threshold: 2 },
      })
    expect(await findLink(users.cem)).toBeUndefined()
  })
})

describe('attack', () => {
  test('a proposer poses as a signer', async () => {
    const proposer = await stage.tonOwner('Pia', accounts.proposer)
    taken(await agree(users.ann, accounts.ann))
    const outcome = await agree(proposer, accounts.proposer)
    expect(outcome).toEqual({ ok: false, code: 'cosign-proposer' })
    expect(await stage.cosignings.checkOwner(cosigning, accounts.proposer.toRawString())).toBe(
      'cosign-proposer',
    )
    expect(
      await stage.cosignings.start(proposer, { multisigId: multisig.id, requestCode: null }),
    ).toEqual({ ok: false, code: 'multisig-not-signer' })
    expect((await stage.found(cosigning.code)).state).toBe('open')
  })

  test('a non-owner agrees', async () => {
    const outcome = await agree(await stage.member('Mallory'), tonAccount(99))
    expect(outcome).toEqual({ ok: false, code: 'cosign-not-owner' })
  })

  test('a signer was removed since, whose confirmation was there already', async () => {
    taken(await agree(users.ann, accounts.ann))
    const { ben, cem } = accounts
    await stage.ton.setMultisig(address, { signers: [ben, cem] })
    const second = taken(await agree(users.ben, ben))
    expect(second.state).toBe('open')
    expect(taken(await agree(users.cem, cem)).state).toBe('complete')
    expect(await findLink(users.ann)).toBeUndefined()
    expect(await findLink(users.cem)).toMatchObject({ level: 'quorum' })
  })

  test('the same signer agrees twice, from one account and from another', async () => {
    taken(await agree(users.ann, accounts.ann))
    expect(taken(await agree(users.ann, accounts.ann)).confirmations).toHaveLength(1)
    const outcome = await agree(await stage.member('Mallory'), accounts.ann)
    expect(outcome).toEqual({ ok: false, code: 'cosign-owner-taken' })
  })

  test('the threshold is raised while collecting', async () => {
    taken(await agree(users.ann, accounts.ann))
    await stage.ton.setMultisig(address, { threshold: 3 })
    expect(taken(await agree(users.ben, accounts.ben)).state).toBe('open')
    expect(taken(await agree(users.cem, accounts.cem)).state).toBe('complete')
  })

  test('a confirmation for one multisig does not count for another of the same signers', async () => {
    const { ann, ben, cem } = accounts
    const terms = { signers: [cem, ben, ann], proposers: [], threshold: 2 }
    const other = await stage.recogniseTon(await stage.ton.deployMultisig(terms))
    const second = await stage.started(users.ann, other)
    taken(await agree(users.ann, ann))
    taken(await agree(users.ben, ben))
    expect(await stage.found(second.code)).toMatchObject({ state: 'open', confirmations: [] })
  })

  test('the multisig is frozen while collecting: nothing is linked', async () => {
    taken(await agree(users.ann, accounts.ann))
    await stage.ton.freeze(address)
    const outcome = await agree(users.ben, accounts.ben)
    expect(outcome).toEqual({ ok: false, code: 'multisig-not-found' })
    expect(await findLink(users.ann)).toBeUndefined()
  })
})

test('the last confirmation stays while the chain is down, and links once the chain answers', async () => {
  taken(await agree(users.ann, accounts.ann))
  stage.ton.setReachable(false)
  expect(taken(await agree(users.ben, accounts.ben))).toMatchObject({ state: 'open' })
  expect(await findLink(users.ann)).toBeUndefined()
  stage.ton.setReachable(true)
  expect(await stage.cosignings.settle(cosigning)).toMatchObject({ state: 'complete' })
  expect(await findLink(users.ann)).toMatchObject({ level: 'quorum' })
})

test('removing a signer makes each link stale, and notifies both', async () => {
  taken(await agree(users.ann, accounts.ann))
  taken(await agree(users.ben, accounts.ben))
  const { ann, cem } = accounts
  await stage.ton.setMultisig(address, { signers: [ann, cem] })
  await stage.check(multisig)
  expect((await findLink(users.ann))?.staleAt).toBe(stage.clock.now)
  expect((await findLink(users.ben))?.staleAt).toBe(stage.clock.now)
  const notified = (await stage.update()).filter(({ type }) => type === 'wallet.stale')
  expect(notified).toHaveLength(2)
})
