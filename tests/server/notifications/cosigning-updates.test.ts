import { beforeEach, describe, expect, test } from 'vitest'
import { ADA, ILYA, NEGAR } from '#demo/telegram/people.ts'
import type { StoredUser } from '#server/store/database/stored.ts'
import { COSIGNING_TTL_MS } from '#shared/limits.ts'
import { MINUTE } from '#tests/support/store-samples.ts'
import {
  getButtons,
  GROUP_ID,
  link,
  saveMember,
  setStage,
  type BotStage,
  until,
} from '../bot/bot-harness.ts'
import {
  collect,
  complete,
  openButton,
  safe,
  saveReading,
  confirmAs,
  TON_OWNERS,
  tonMultisig,
} from '../bot/collect.ts'

let stage: BotStage
let ada: StoredUser
let ilya: StoredUser

beforeEach(async () => {
  stage = await setStage()
  for (const id of [ADA, ILYA, NEGAR]) stage.world.grantWriteAccess(id)
  ada = await saveMember(stage, ADA)
  ilya = await saveMember(stage, ILYA)
})

const DAY_MS = 24 * 60 * MINUTE
const [FIRST = '', SECOND = '', THIRD = ''] = TON_OWNERS

/** The bot's messages to an account, without Telegram's own first one about the permission to write. */
const getMessages = (id: number) => stage.world.messages(id).slice(1)
const getTexts = (id: number) => getMessages(id).map(({ text }) => text)

/** Sends all messages that are due by now, and no others. */
async function notifyAll(): Promise<void> {
  const last = await saveMember(stage, NEGAR)
  const before = getTexts(NEGAR).length
  const byte = (16 + before).toString(16)
  await link(stage, last.id, `0:${byte.repeat(32)}`)
  const receipts = stage.startReceipts()
  await until(() => getTexts(NEGAR).length > before)
  await receipts.stop()
}

/** Ilya has linked a Safe that Ada confirmed as its owner, and both are notified of it. */
async function setLinkedSafe() {
  const cosigning = await collect(stage, ilya, { read: safe() })
  const { owners } = cosigning.multisig
  await confirmAs(stage, cosigning, { user: ada, owner: owners[0] })
  const [wallet] = await complete(stage, cosigning, [{ user: ilya, own: '' }])
  if (wallet === undefined) throw new Error('not linked')
  await notifyAll()
  return { cosigning, wallet }
}

/** Whether no notification is left, now or later. */
async function isSettled(): Promise<boolean> {
  const farAhead = stage.clock.now + 10 * DAY_MS
  return (await stage.store.leaseReceipts(farAhead, farAhead, 100)).length === 0
}

const getStarter = (firstName: string): Promise<StoredUser> =>
  stage.store.saveUser(
    {
      telegramId: String(ILYA),
      firstName,
      username: 'ilya_voronov',
      language: 'en',
      mayMessage: true,
    },
    stage.clock.now,
  )

describe('an update of a cosigning', () => {
  test('asks a known owner to confirm, with a way to it, and writes nothing in any group', async () => {
    const starter = await getStarter('Ilya')
    await link(stage, ada.id, FIRST)
    const { code } = await collect(stage, starter)
    await notifyAll()
    const asked = getMessages(ADA).find(({ text }) => text.includes('asks the owners'))
    expect(asked?.text).toMatch(/^“\u2068Ilya\u2069 \(\u2068@ilya_voronov\u2069\)” asks the owners/)
    expect(asked?.text).toContain('TON multisig UQ')
    expect(asked?.text).toContain('One of your linked wallets is an owner.')
    expect(asked?.text).toContain('Open until Nov 23, 12:00 PM UTC')
    expect(asked && getButtons(asked)).toEqual([openButton(code)])
    expect(
      stage.world
        .messages(GROUP_ID)
        .map(({ text }) => text)
        .join(),
    ).not.toContain('Ilya')
  })

  test('does not ask an owner who has confirmed by then', async () => {
    await link(stage, ada.id, FIRST)
    const cosigning = await collect(stage, ilya)
    await confirmAs(stage, cosigning, { user: ada, owner: FIRST })
    await notifyAll()
    expect(getTexts(ADA).join()).not.toContain('asks the owners')
    expect(await isSettled()).toBe(true)
  })

  test('does not notify an owner whose cosigning was cancelled before they were asked', async () => {
    await link(stage, ada.id, FIRST)
    const { code } = await collect(stage, ilya)
    await stage.store.cancelCosigning(code, ilya.id, stage.clock.now)
    await notifyAll()
    expect(getTexts(ADA).join()).not.toContain('multisig')
  })

  test('notifies the starter how many have confirmed', async () => {
    const cosigning = await collect(stage, ilya)
    await confirmAs(stage, cosigning, { user: ada, owner: FIRST })
    await notifyAll()
    const [message] = getMessages(ILYA)
    expect(message?.text).toMatch(/^Owners who agreed: 1 of 2\n/)
    expect(message && getButtons(message)).toEqual([openButton(cosigning.code)])
    expect(getTexts(ADA).join()).not.toContain('Owners who agreed')
  })

  test('notifies once of confirmations that came meanwhile', async () => {
    const negar = await saveMember(stage, NEGAR)
    const cosigning = await collect(stage, ilya, { read: tonMultisig({ threshold: 3 }) })
    await confirmAs(stage, cosigning, { user: ada, owner: FIRST })
    stage.clock.now += MINUTE
    await confirmAs(stage, cosigning, { user: negar, owner: SECOND })
    await notifyAll()
    expect(getTexts(ILYA)).toEqual([expect.stringMatching(/^Owners who agreed: 2 of 3\n/)])
    expect(await isSettled()).toBe(true)
  })

  test("still notifies of another's confirmation after the starter's own", async () => {
    const cosigning = await collect(stage, ilya, { read: tonMultisig({ threshold: 3 }) })
    await confirmAs(stage, cosigning, { user: ada, owner: FIRST })
    stage.clock.now += MINUTE
    await confirmAs(stage, cosigning, { user: ilya, owner: SECOND })
    await notifyAll()
    expect(getTexts(ILYA)).toEqual([expect.stringMatching(/^Owners who agreed: 2 of 3\n/)])
  })

  test('does not count a confirmation of an owner who was removed since, and does not notify of one taken back', async () => {
    const cosigning = await collect(stage, ilya)
    await confirmAs(stage, cosigning, { user: ada, owner: FIRST })
    stage.clock.now += 1
    await saveReading(stage, tonMultisig({ owners: [SECOND, THIRD] }))
    await notifyAll()
    expect(getTexts(ILYA)).toEqual([])
    expect(await isSettled()).toBe(true)
  })

  test('notifies nobody of the cosigning of a starter who vanishes, and settles it', async () => {
    await link(stage, ada.id, FIRST)
    const { code } = await collect(stage, ilya)
    const found = stage.store.findCosigning.bind(stage.store)
    stage.store = {
      ...stage.store,
      findCosigning: async (asked, now) => (asked === code ? undefined : found(asked, now)),
    }
    await notifyAll()
    expect(getTexts(ADA).join()).not.toContain('multisig')
    expect(await isSettled()).toBe(true)
  })

  test('a starter who deletes everything takes waiting notifications along', async () => {
    await link(stage, ada.id, FIRST)
    await collect(stage, ilya)
    await stage.store.deleteUser(ilya.id, stage.clock.now)
    await notifyAll()
    expect(getTexts(ADA).join()).not.toContain('multisig')
  })

  test('informs owners who signed, without a name, when the starter deletes the account', async () => {
    const starter = await getStarter('Ilya')
    const negar = await saveMember(stage, NEGAR)
    const cosigning = await collect(stage, starter)
    await confirmAs(stage, cosigning, { user: ada, owner: FIRST })
    await stage.store.noteViewer(cosigning.code, negar.id, stage.clock.now)
    await stage.store.deleteUser(starter.id, stage.clock.now)
    await notifyAll()
    const [text = '', ...others] = getTexts(ADA)
    expect(others).toEqual([])
    expect(text).toContain('The owners of a multisig are no longer asked to agree.')
    expect(text).toContain('Nothing was linked')
    expect(text).not.toMatch(/Ilya|ilya_voronov/u)
    expect(getTexts(NEGAR).join()).not.toContain('multisig')
    expect(getTexts(ILYA)).toEqual([])
    expect(await isSettled()).toBe(true)
  })

  test('reminds a member who opened it and has not confirmed, and the starter of how far it is', async () => {
    const starter = await getStarter('Ilya')
    const { code } = await collect(stage, starter)
    await stage.store.noteViewer(code, ada.id, stage.clock.now)
    stage.clock.now += DAY_MS
    expect(await stage.store.closeDueCosignings(10, stage.clock.now)).toBe(1)
    await notifyAll()
    expect(getTexts(ADA)).toEqual([
      expect.stringContaining('is still waiting for owners of a multisig.'),
    ])
    expect(getTexts(ILYA)).toEqual([expect.stringMatching(/^Owners who agreed: 0 of 2\n/)])
    expect(getMessages(ILYA).flatMap(getButtons)).toEqual([openButton(code)])
  })

  test('does not remind a member who confirms between the reminder and its message', async () => {
    const cosigning = await collect(stage, ilya)
    await stage.store.noteViewer(cosigning.code, ada.id, stage.clock.now)
    stage.clock.now += DAY_MS
    await stage.store.closeDueCosignings(10, stage.clock.now)
    await confirmAs(stage, cosigning, { user: ada, owner: FIRST })
    await notifyAll()
    expect(getTexts(ADA).join()).not.toContain('waiting')
  })

  test('notifies those who confirmed that it was cancelled, and not the starter', async () => {
    const starter = await getStarter('Ilya')
    const cosigning = await collect(stage, starter)
    await confirmAs(stage, cosigning, { user: ada, owner: FIRST })
    await stage.store.cancelCosigning(cosigning.code, starter.id, stage.clock.now)
    await notifyAll()
    expect(getTexts(ADA)).toEqual([
      expect.stringContaining('has stopped asking the owners of a multisig.'),
    ])
    expect(getTexts(ILYA)).toEqual([])
  })

  test('notifies those who confirmed and the starter that time is up, each what it means to them', async () => {
    const cosigning = await collect(stage, ilya)
    await confirmAs(stage, cosigning, { user: ada, owner: FIRST })
    await notifyAll()
    stage.clock.now += COSIGNING_TTL_MS
    await stage.store.closeDueCosignings(10, stage.clock.now)
    await notifyAll()
    expect(getTexts(ADA)[0]).toContain('your signature is not used for anything else')
    expect(getTexts(ILYA)[1]).toContain('Owners who agreed: 1 of 2')
    expect(getTexts(ILYA)[1]).toContain('You can start again in the app.')
  })

  test('notifies the starter of a Safe of the link and the level, and the others to whom it is linked', async () => {
    const starter = await getStarter('Ilya')
    const cosigning = await collect(stage, starter, { read: safe() })
    const { owners } = cosigning.multisig
    await confirmAs(stage, cosigning, { user: ada, owner: owners[0] })
    await confirmAs(stage, cosigning, { user: starter, owner: owners[1] })
    const [wallet] = await complete(stage, cosigning, [{ user: starter, own: owners[1] ?? '' }])
    await notifyAll()
    expect(getTexts(ADA)).toEqual([
      expect.stringMatching(
        /^The account has accepted what you signed\.\nSafe on Base 0xFaFa…FaFa · 2 of 3\n\nIt is now linked to “\u2068Ilya\u2069/,
      ),
    ])
    const notified = getMessages(ILYA).at(-1)
    expect(notified?.text).toMatch(
      /^✓ 2 of 3 owners of multisig \S+ on Base agreed to link it to you/,
    )
    expect(notified?.text).toContain(
      'How it was verified: the Safe on Base itself accepted a one-time message',
    )
    expect(notified?.text).toContain('The owners signed the hash of a message')
    expect(notified?.text).not.toMatch(/key/)
    expect(notified && getButtons(notified)[0]).toEqual({
      text: 'Show wallet',
      web_app: { url: `https://app.example.com/wallets/${wallet?.id}?lang=en` },
    })
    expect(getTexts(ILYA)).toHaveLength(1)
  })

  test('notifies each who agreed for a TON multisig of their own link, at quorum, and once', async () => {
    const cosigning = await collect(stage, ilya)
    await confirmAs(stage, cosigning, { user: ilya, owner: FIRST })
    await confirmAs(stage, cosigning, { user: ada, owner: SECOND })
    await complete(stage, cosigning, [
      { user: ilya, own: FIRST },
      { user: ada, own: SECOND },
    ])
    await notifyAll()
    for (const account of [ADA, ILYA]) {
      const [text, ...more] = getTexts(account)
      expect(more).toEqual([])
      expect(text).toContain('enough owners each proved their own wallet')
      expect(text).toContain(
        'showed which site asked, app.example.com, but not their Telegram account.',
      )
      expect(text).not.toMatch(/key/)
    }
  })

  test('notifies the member of a link that no longer holds with the reason, and the others who confirmed', async () => {
    const { cosigning, wallet } = await setLinkedSafe()
    const before = [getTexts(ADA).length, getTexts(ILYA).length]
    await saveReading(stage, safe({ threshold: 3 }))
    await stage.store.markStale({ wallet, reason: 'threshold-raised' }, stage.clock.now)
    await stage.store.markStale({ wallet, reason: 'threshold-raised' }, stage.clock.now)
    await notifyAll()
    const [notified, ...more] = getMessages(ILYA).slice(before[1])
    expect(more).toEqual([])
    expect(notified?.text).toMatch(/^A multisig that is linked to you is no longer proven\./)
    expect(notified?.text).toContain('More owners must agree now than have signed for it.')
    expect(notified && getButtons(notified)).toEqual([
      {
        text: 'Show wallet',
        web_app: { url: `https://app.example.com/wallets/${wallet.id}?lang=en` },
      },
    ])
    const others = getMessages(ADA).slice(before[0])
    expect(others.map(({ text }) => text)).toEqual([
      expect.stringContaining('What you signed for as an owner is no longer valid.'),
    ])
    expect(others.flatMap(getButtons)).toEqual([openButton(cosigning.code)])
  })

  test('does not notify the member of a link that no longer holds once they have unlinked it', async () => {
    const { wallet } = await setLinkedSafe()
    const before = getTexts(ILYA).length
    await stage.store.markStale({ wallet, reason: 'threshold-raised' }, stage.clock.now)
    await stage.store.unlinkWallet(wallet.id, ilya.id, stage.clock.now)
    await notifyAll()
    expect(getTexts(ILYA).slice(before)).toEqual([])
    expect(await isSettled()).toBe(true)
  })

  test('logs nothing of these messages, and sends no update to the operator’s code', async () => {
    await link(stage, ada.id, FIRST)
    const cosigning = await collect(stage, ilya)
    await confirmAs(stage, cosigning, { user: ada, owner: FIRST })
    await notifyAll()
    const { code, multisig } = cosigning
    expect(stage.logLines.join()).not.toMatch(new RegExp(`${code}|${multisig.address}|${FIRST}`))
    const left = await stage.store.listHostEvents({ after: 0, limit: 100 })
    expect(left.map(({ event }) => event.type)).not.toContain('cosigning.updated')
    expect(JSON.stringify(left)).not.toContain(code)
  })
})
