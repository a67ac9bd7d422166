import { beforeEach, describe, expect, test } from 'vitest'
import { ADA, ILYA, NEGAR } from '#demo/telegram/people.ts'
import type { StoredUser } from '#server/store/database/stored.ts'
import { COSIGNING_TTL_MS } from '#shared/limits.ts'
import {
  ask,
  getButtons,
  saveMember,
  setPollingStage,
  type BotStage,
  WITH_EVM,
} from '../bot-harness.ts'
import { collect, complete, openButton, safe, confirmAs, TON_OWNERS } from '../collect.ts'

let stage: BotStage
beforeEach(async () => void (stage = await setPollingStage()))

const USUAL = [
  { text: 'Connect wallet', web_app: { url: 'https://app.example.com/connect?lang=en' } },
]

const start = (payload: string, accountId: number = ADA) =>
  ask(stage, { accountId, text: `/start ${payload}` })

/** Takes what waits in the app for the member who brought a code to the chat. */
async function takeStart(telegramId: number): Promise<string | null> {
  const { store, clock } = stage
  const member = await store.findUserByTelegramId(String(telegramId))
  if (member === undefined) throw new Error('nobody')
  return store.takeStart(member.id, clock.now)
}

/** Ilya, under a name of his choice. */
async function saveStarter(firstName = 'Илья'): Promise<StoredUser> {
  const profile = { telegramId: String(ILYA), username: 'ilya_voronov', language: 'ru' } as const
  return stage.store.saveUser({ ...profile, firstName, mayMessage: true }, stage.clock.now)
}

describe('/start with the code of a cosigning', () => {
  test('says who asks which owners, and opens the page on which they agree', async () => {
    const { code } = await collect(stage, await saveStarter())
    const answer = await start(code)
    const [headline, multisig, , how] = answer.text.split('\n')
    expect(headline).toBe(
      '“\u2068Илья\u2069 (\u2068@ilya_voronov\u2069)” asks the owners of a multisig to agree.',
    )
    expect(multisig).toMatch(/^TON multisig UQ\S\S….{4} · 2 of 3$/)
    expect(how).toContain('Nothing moves, and it costs nothing.')
    expect(getButtons(answer)).toEqual([openButton(code)])
    expect(await takeStart(ADA)).toBe(code)
  })

  test('asks for signatures and names the chain when the cosigning is of a Safe', async () => {
    stage = await setPollingStage(WITH_EVM)
    const { code } = await collect(stage, await saveStarter(), { read: safe() })
    const { text } = await start(code)
    expect(text).toContain('asks the owners of a multisig to sign.')
    expect(text).toContain('Safe on Base 0xFaFa…FaFa · 2 of 3')
  })

  test('leads the starter back to see who is missing', async () => {
    const starter = await saveMember(stage, ADA)
    const { code } = await collect(stage, starter)
    const answer = await start(code)
    expect(answer.text).toMatch(/^You are asking the owners of a multisig\./)
    expect(getButtons(answer)).toEqual([openButton(code)])
  })

  test('uses the language of the member who brings the code, from right to left too', async () => {
    const { code } = await collect(stage, await saveStarter())
    const { text } = await start(code, NEGAR)
    expect(text).toContain('از مالکان یک کیف پول چندامضایی موافقت می‌خواهد.')
    expect(text).toMatch(/\u2068UQ\S\S….{4}\u2069 · ۲ از ۳/)
  })

  test.each([
    ['complete', 'This multisig is linked already.'],
    ['cancelled', 'The requester has cancelled this.'],
    ['expired', 'The time to sign or agree is over.'],
  ])(
    'says that a cosigning is %s, leads to the app as usual and stores nothing',
    async (end, sentence) => {
      const starter = await saveStarter()
      const cosigning = await collect(stage, starter)
      const { code } = cosigning
      if (end === 'complete') {
        const [own = '', owner] = TON_OWNERS
        await confirmAs(stage, cosigning, { user: starter, owner: own })
        await confirmAs(stage, cosigning, { user: starter, owner })
        await complete(stage, cosigning, [{ user: starter, own }])
      }
      if (end === 'cancelled') await stage.store.cancelCosigning(code, starter.id, stage.clock.now)
      if (end === 'expired') stage.clock.now += COSIGNING_TTL_MS
      const answer = await start(code)
      expect(answer.text).toContain(sentence)
      expect(getButtons(answer)).toEqual(USUAL)
      expect(await takeStart(ADA)).toBeNull()
    },
  )

  test('treats a code whose starter has deleted everything as unknown', async () => {
    const starter = await saveStarter()
    const { code } = await collect(stage, starter)
    await stage.store.deleteUser(starter.id, stage.clock.now)
    expect((await start(code)).text).toContain('Nothing is found under this link')
  })

  test('the code of a Safe leads nowhere where EVM is off', async () => {
    const { code } = await collect(stage, await saveStarter(), { read: safe() })
    const { text } = await start(code)
    expect(text).toContain('Nothing is found under this link')
    expect(text).not.toContain('Safe')
    expect(await takeStart(ADA)).toBeNull()
  })

  test('enumeration of codes: after twenty that do not exist, not even a real one is found', async () => {
    const { code } = await collect(stage, await saveStarter())
    for (let tried = 0; tried < 20; tried += 1) {
      const letter = String.fromCodePoint(65 + tried)
      await start(`m1_${letter.repeat(22)}`)
    }
    expect((await start(code)).text).toContain('You have opened many links')
    expect(await takeStart(ADA)).toBeNull()
  })

  test("forged sender: shows a starter's name as it is when it looks like markup, a link or our own text", async () => {
    const name = '<a href="https://x.example">Clasp\u202E</a>\n\nSupport t.me/x'
    const { code } = await collect(stage, await saveStarter(name))
    const { text, entities } = await start(code)
    const [first = ''] = text.split('\n')
    expect(first).toMatch(/^“\u2068<a href=.*asks the owners of a multisig to agree\.$/)
    expect(first).not.toContain('\u202E')
    expect(entities.filter(({ type }) => type === 'text_link' || type === 'url')).toEqual([])
  })
})

describe('/wallets with a multisig', () => {
  test('says how many must agree and who agreed, until the link no longer holds', async () => {
    const member = await saveMember(stage, ADA)
    const cosigning = await collect(stage, member)
    const [own = '', owner] = TON_OWNERS
    await confirmAs(stage, cosigning, { user: member, owner: own })
    await confirmAs(stage, cosigning, { user: member, owner })
    const [wallet] = await complete(stage, cosigning, [{ user: member, own }])
    if (wallet === undefined) throw new Error('not linked')
    const { text } = await ask(stage, { accountId: ADA, text: '/wallets' })
    expect(text).toMatch(
      /✓ 2 of 3 owners of multisig \S+ agreed, you among them · verified on [A-Z][a-z]{2} \d+, \d{4}\n/,
    )
    await stage.store.markStale({ wallet, reason: 'owners-changed' }, stage.clock.now)
    const later = await ask(stage, { accountId: ADA, text: '/wallets' })
    expect(later.text).toContain('is no longer proven · could not be confirmed since Nov 20, 2026')
    expect(later.text).toContain('TON multisig · primary')
    expect(later.text).not.toContain('verified')
  })

  test('says of a Safe that the account itself accepted', async () => {
    stage = await setPollingStage(WITH_EVM)
    const member = await saveMember(stage, ADA)
    const cosigning = await collect(stage, member, { read: safe() })
    await complete(stage, cosigning, [{ user: member, own: '' }])
    const { text } = await ask(stage, { accountId: ADA, text: '/wallets' })
    expect(text).toMatch(/✓ 2 of 3 owners of multisig \S+ on Base agreed to link it to you/)
    expect(text).not.toContain('key')
  })
})
