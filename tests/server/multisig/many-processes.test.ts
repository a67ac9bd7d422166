// @module-tag full

import { expect, test } from 'vitest'
import { shareAmongTests } from '#tests/support/share-among-tests.ts'
import { describeStore } from '#tests/support/store-suite.ts'
import { setStage, taken } from './multisig-stage.ts'
import { getOwner, startMultisigWorld } from './multisig-world.ts'

const [ann, ben, cem, dot] = [getOwner(81), getOwner(82), getOwner(83), getOwner(84)]

const world = shareAmongTests(startMultisigWorld)

describeStore('a Safe and two processes', (database) => {
  test('two processes link once when the last confirmations come to both, and the link goes stale once after a swap that both see', async () => {
    const here = await setStage(world(), { store: database.store })
    const there = await setStage(world(), { store: await database.openAnother() })
    const safe = await world().createSafe([ann, ben, cem], 2)
    const users = { ann: await here.owner('Ann', ann), ben: await there.owner('Ben', ben) }
    const multisig = await here.recognise(safe)
    const cosigning = await here.started(users.ann, multisig)
    const confirmations = [
      here.sign(users.ann, cosigning, ann),
      there.sign(users.ben, cosigning, ben),
    ]
    for (const outcome of await Promise.all(confirmations)) taken(outcome)
    expect((await there.found(cosigning.code)).state).toBe('complete')
    const count = async (type: string) =>
      (await here.hostEvents()).filter((one) => one === type).length
    expect(await count('multisig.completed')).toBe(1)
    const change = { from: ben.address, to: dot.address }
    await world().safes.swapOwner(safe, change, [ann.secret, cem.secret])
    await Promise.all([here.check(multisig), there.check(multisig)])
    expect(await count('wallet.stale')).toBe(1)
    const stale = (await there.getWallets(users.ann)).find(({ level }) => level === 'account')
    expect(stale?.staleAt).toBe(here.clock.now)
  })

  test('two processes count one confirmation that an owner gives to both, and one cosigning that the starter starts in both', async () => {
    const here = await setStage(world(), { store: database.store })
    const there = await setStage(world(), { store: await database.openAnother() })
    const starter = await here.owner('Ann', ann)
    const multisig = await here.recognise(await world().createSafe([ann, ben], 2))
    const started = await Promise.all([here, there].map((one) => one.started(starter, multisig)))
    expect(new Set(started.map(({ code }) => code)).size).toBe(1)
    const [cosigning] = started
    if (!cosigning) throw new Error('two were started')
    await Promise.all([here, there].map((one) => one.sign(starter, cosigning, ann)))
    expect(await here.found(cosigning.code)).toMatchObject({
      state: 'open',
      confirmations: [{ owner: ann.address }],
    })
  })
})
