import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { hashMessage, hashTypedData } from 'viem'
import { cancelCollection } from '#shared/api/cancel-collection.ts'
import { createAttempt } from '#shared/api/create-attempt.ts'
import { getCollection } from '#shared/api/get-collection.ts'
import { getMe } from '#shared/api/get-me.ts'
import { share } from '#shared/api/share.ts'
import { withdrawWord } from '#shared/api/withdraw-word.ts'
import { COLLECTION_POLL_MS } from '#shared/limits.ts'
import type { Collection } from '#shared/multisig.ts'
import { isolated } from '#client/i18n/format.ts'
import { PERSIAN_LAUNCH } from '#tests/support/asked.ts'
import {
  AGREE_ATTEMPT,
  AGREEMENTS,
  COLLECTION,
  COSIGN_ATTEMPT,
  createCosignServer,
  SAFE,
  SAFE_NAMING,
  SAFE_TEXT,
  signedBy,
  SIGNED,
} from '#tests/support/cosign.ts'
import { EVM_WALLET, ME, ok, refuse } from '#tests/support/fake-api.ts'
import { createFakeTelegram } from '#tests/support/fake-telegram.ts'
import { createFakeWalletConnector } from '#tests/support/fake-wallet-connector.ts'
import { createMemoryStorage } from '#tests/support/memory-storage.ts'
import { EVM_BOOT, openApp } from '#tests/support/open-app.tsx'
import { until } from '#tests/support/until.ts'
import { evmEn, multisigEn, multisigFa } from '#tests/support/words.ts'

const ROUTE = { screen: 'cosign', code: COLLECTION.code } as const
const words = multisigEn.cosign
const ILYA = isolated('Ilya')

type App = ReturnType<typeof openApp>
type Options = Omit<NonNullable<Parameters<typeof openApp>[0]>, 'server'>

const sees = (app: App, text: string) => until(() => expect(app.text()).toContain(text))
const seesMainButton = (app: App, text: string) =>
  until(() => expect(app.telegram.mainButton()).toMatchObject({ text, busy: false }))

/** The link of a collection, opened. */
function openLink(collection: Collection = COLLECTION, options: Options = {}) {
  const server = createCosignServer(collection)
  const evm = createFakeWalletConnector()
  const app = openApp({ boot: EVM_BOOT, server, evm, route: ROUTE, ...options })
  return { app, server, evm }
}

const asks = (server: ReturnType<typeof createCosignServer>) => server.sentTo(getCollection).length

/** Nobody's address is wide enough for a line of its own: its groups are what the eye compares. */
const inGroups = (hash: string) => (hash.match(/(?:^0x)?.{1,4}/gu) ?? []).join(' ')

describe('a fellow owner who opens the link', () => {
  test('sees who asks by Telegram’s word, for which multisig, and to whom it will be linked', async () => {
    const { app } = openLink()
    await sees(app, words.asksSignature(ILYA))
    expect(app.text()).toContain(words.leadsToStarter(ILYA))
    expect(app.text()).toContain('not to yours')
    expect(app.text()).toContain('@ilya')
    expect(app.text()).toContain(words.fromTelegram)
    await sees(app, 'Safe 2 of 3')
    expect(app.text()).toContain('0x5FbD…0aa3')
    expect(app.text()).toContain('Base')
    expect(app.container.querySelector('.ring-text')?.textContent).toBe('0 of 2')
  })

  test('is warned to go on only with somebody they know', async () => {
    const { app } = openLink()
    await sees(app, words.knowThem(ILYA))
  })

  test('sees the sentence to the letter, with the account that it names pointed out', async () => {
    const { app } = openLink()
    await until(() => expect(app.container.querySelector('pre')?.textContent).toBe(SAFE_TEXT))
    expect(app.container.querySelector('mark')?.textContent).toBe(SAFE_NAMING)
    expect(app.container.querySelector('pre')?.dir).toBe('ltr')
  })

  test('sees what the wallet will show for this very sentence, derived here from it', async () => {
    const { app } = openLink()
    const message = hashMessage(SAFE_TEXT)
    const whole = hashTypedData({
      domain: {
        chainId: SAFE.chainId,
        verifyingContract: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
      },
      types: { SafeMessage: [{ name: 'message', type: 'bytes' }] },
      primaryType: 'SafeMessage',
      message: { message },
    })
    await sees(app, inGroups(message))
    expect(app.text()).toContain(inGroups(whole))
    expect(app.text()).toContain(evmEn.hash.note)
  })

  test('another sentence has another hash on the screen', async () => {
    const altered = SAFE_TEXT.replace('ilya', 'eve')
    const { app } = openLink({ ...COLLECTION, message: altered })
    await sees(app, inGroups(hashMessage(altered)))
    expect(app.text()).not.toContain(inGroups(hashMessage(SAFE_TEXT)))
  })

  test('takes either hash along with one tap', async () => {
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    const { app } = openLink()
    await sees(app, inGroups(hashMessage(SAFE_TEXT)))
    app.press(inGroups(hashMessage(SAFE_TEXT)))
    await until(() => expect(write).toHaveBeenCalledWith(hashMessage(SAFE_TEXT)))
    write.mockRestore()
  })

  test('sees every owner, and names only of those who let them be seen', async () => {
    const named = signedBy(2)
    const person = { firstName: 'Mira', username: 'mira' }
    const owners = named.owners.map((owner, at) => (at === 1 ? { ...owner, person } : owner))
    const { app } = openLink({ ...named, owners, signedAs: null })
    await sees(app, 'Mira')
    expect(app.text()).toContain('0x3C44…93BC')
    expect(app.text().split(words.signedMark)).toHaveLength(3)
    expect(app.text()).toContain(words.openMark)
    expect(app.text()).toContain(multisigEn.you)
  })

  test('goes on to wallets of the multisig’s family only, and without the Safe’s own app', async () => {
    const { app, server, evm } = openLink()
    server.attempt.current = COSIGN_ATTEMPT
    await seesMainButton(app, words.sign)
    app.telegram.pressMainButton()
    expect(app.router.route.get()).toEqual({ screen: 'connect', purpose: COLLECTION.code })
    await sees(app, 'MetaMask')
    expect(app.text()).not.toContain('TON')
    expect(app.text()).not.toContain('Safe')
    app.press('MetaMask')
    await until(() => expect(evm.prepared).toHaveLength(1))
    expect(server.sentTo(createAttempt)).toMatchObject([
      { body: { family: 'evm', cosign: { code: COLLECTION.code, showsName: false } } },
    ])
  })

  test('pressing twice opens the choice of a wallet once', async () => {
    const { app } = openLink()
    await seesMainButton(app, words.sign)
    app.telegram.pressMainButton()
    app.telegram.pressMainButton()
    app.router.back()
    expect(app.router.route.get()).toEqual(ROUTE)
  })

  test('is asked whether the other owners may see the name, and not named before', async () => {
    const { app, server, evm } = openLink()
    server.attempt.current = COSIGN_ATTEMPT
    await sees(app, words.showName)
    const input = () => app.container.querySelector<HTMLInputElement>('input[role="switch"]')
    expect(input()?.checked).toBe(false)
    input()?.click()
    await until(() => expect(input()?.checked).toBe(true))
    app.telegram.pressMainButton()
    await sees(app, 'MetaMask')
    app.press('MetaMask')
    await until(() => expect(evm.prepared).toHaveLength(1))
    expect(server.sentTo(createAttempt)).toMatchObject([{ body: { cosign: { showsName: true } } }])
  })

  test('who changes that answer gets an attempt that tells it so', async () => {
    const device = createMemoryStorage()
    const { app, server } = openLink(COLLECTION, { device })
    server.attempt.current = COSIGN_ATTEMPT
    await seesMainButton(app, words.sign)
    app.telegram.pressMainButton()
    await sees(app, 'MetaMask')
    app.press('MetaMask')
    await sees(app, words.attempt.title)
    app.router.back()
    await sees(app, words.showName)
    app.container.querySelector<HTMLInputElement>('input[role="switch"]')?.click()
    await seesMainButton(app, words.sign)
    app.telegram.pressMainButton()
    await sees(app, 'All other EVM wallets')
    app.press('MetaMask')
    await until(() => expect(server.sentTo(createAttempt)).toHaveLength(2))
    expect(server.sentTo(createAttempt).at(1)).toMatchObject({
      body: { cosign: { showsName: true } },
    })
  })

  test('reads that a signature by a wallet that is not linked counts without a name, and can sign all the same', async () => {
    const owners = COLLECTION.owners.map((owner) => ({ ...owner, mine: false }))
    const { app } = openLink({ ...COLLECTION, owners })
    await sees(app, words.unlistedSignature)
    expect(app.text()).not.toContain(words.showName)
    await seesMainButton(app, words.sign)
  })

  test('whose linked wallet has an anonymous signature reads how to make it their own', async () => {
    const owners = COLLECTION.owners.map((owner) => ({ ...owner, mine: true, signed: true }))
    const { app } = openLink({ ...COLLECTION, owners })
    await sees(app, words.anonymous)
    expect(app.text()).toContain(words.showName)
    await seesMainButton(app, words.sign)
  })

  test('reads it in Persian, with the sentence as it is', async () => {
    const telegram = createFakeTelegram({ launch: PERSIAN_LAUNCH })
    const { app } = openLink(COLLECTION, { telegram })
    await sees(app, multisigFa.cosign.knowThem(ILYA))
    expect(app.container.querySelector('pre')?.textContent).toBe(SAFE_TEXT)
  })

  test('where such wallets are not offered is told so', async () => {
    const { app } = openLink(COLLECTION, { evm: null })
    await sees(app, words.unavailable)
    await until(() => expect(app.telegram.mainButton()).toBeNull())
  })
})

describe('agreements', () => {
  test('lead to everybody who agrees, and have no sentence and no hash', async () => {
    const { app } = openLink(AGREEMENTS)
    await sees(app, words.asksAgreement(ILYA))
    expect(app.text()).toContain(words.leadsToAll)
    expect(app.text()).toContain(words.proveOwn)
    expect(app.text()).toContain('TON multisig 2 of 3')
    expect(app.container.querySelector('pre')).toBeNull()
    await seesMainButton(app, words.agree)
  })

  test('are given with a TON wallet', async () => {
    const { app, server } = openLink(AGREEMENTS)
    server.attempt.current = AGREE_ATTEMPT
    await seesMainButton(app, words.agree)
    app.telegram.pressMainButton()
    await sees(app, 'Wallet in Telegram')
    expect(app.text()).not.toContain('MetaMask')
    app.press('Wallet in Telegram')
    await until(() => expect(server.sentTo(createAttempt)).toHaveLength(1))
    expect(server.sentTo(createAttempt)).toMatchObject([
      { body: { family: 'ton', cosign: { code: AGREEMENTS.code, showsName: false } } },
    ])
  })

  test('work where EVM wallets are not offered, without a word about them', async () => {
    const server = createCosignServer(AGREEMENTS)
    const app = openApp({ server, route: ROUTE })
    await seesMainButton(app, words.agree)
    expect(app.text()).not.toMatch(/Safe|EVM|hash/u)
  })
})

describe('whose word is there', () => {
  test('sees that it counts, and how many there are', async () => {
    const { app } = openLink(SIGNED)
    await sees(app, words.signatureCounts)
    expect(app.text()).toContain('1 of 2')
    expect(app.text()).toContain(words.signedAs)
    expect(app.text()).not.toContain(words.knowThem(ILYA))
    await until(() => expect(app.telegram.writeAccessAsked()).toBe(1))
  })

  test('can take it back, after a question', async () => {
    const { app, server } = openLink(SIGNED)
    server.on(withdrawWord, () => {
      server.said.current = COLLECTION
      return { status: 204 }
    })
    await sees(app, words.withdraw)
    app.press(words.withdraw)
    await until(() => expect(app.telegram.questions).toMatchObject([words.withdrawAsk]))
    expect(server.sentTo(withdrawWord)).toEqual([])
    app.telegram.answers.push(true)
    await until(() => {
      app.press(words.withdraw)
      expect(app.telegram.questions).toHaveLength(2)
    })
    await sees(app, words.asksSignature(ILYA))
    expect(server.sentTo(withdrawWord)).toHaveLength(1)
  })

  test('pressing twice takes it back once', async () => {
    const { app, server } = openLink(SIGNED)
    server.on(withdrawWord, () => {
      server.said.current = COLLECTION
      return { status: 204 }
    })
    await sees(app, words.withdraw)
    app.telegram.answers.push(true, true)
    app.press(words.withdraw)
    app.press(words.withdraw)
    await sees(app, words.asksSignature(ILYA))
    expect(server.sentTo(withdrawWord)).toHaveLength(1)
  })

  test('learns that it is too late to take it back: the link has been completed meanwhile', async () => {
    const { app, server } = openLink(SIGNED)
    await sees(app, words.withdraw)
    server.on(withdrawWord, () => refuse('cosign-closed'))
    server.said.current = { ...signedBy(2), signedAs: EVM_WALLET.address, state: 'complete' }
    app.telegram.answers.push(true)
    app.press(words.withdraw)
    await sees(app, words.complete)
  })
})

describe('whoever began it', () => {
  const MINE: Collection = {
    ...COLLECTION,
    mine: true,
    starter: { firstName: 'Ada', username: 'ada' },
  }

  test('sends the link, sees until when it is open, and that the bot reminds', async () => {
    const { app, server } = openLink(MINE)
    server.on(share, () => ok({ url: MINE.url, preparedMessageId: 'prepared' }))
    await sees(app, words.mine)
    expect(app.text()).toContain(words.leadsToMe)
    await sees(app, words.mineText)
    expect(app.text()).toContain(words.remind)
    expect(app.text()).toContain('Nov 23, 2026')
    expect(app.text()).not.toContain(words.whoAsks)
    await sees(app, 'Send in Telegram')
    app.press('Send in Telegram')
    await until(() => expect(app.telegram.shared).toEqual(['prepared']))
    expect(server.sentTo(share)).toMatchObject([{ body: { code: MINE.code } }])
  })

  test('signs the same way as everybody', async () => {
    const { app } = openLink(MINE)
    await seesMainButton(app, words.sign)
    app.telegram.pressMainButton()
    expect(app.router.route.get()).toEqual({ screen: 'connect', purpose: MINE.code })
  })

  test('gives it up after a question, and may begin again', async () => {
    const { app, server } = openLink(MINE)
    server.on(cancelCollection, () => {
      server.said.current = { ...MINE, state: 'cancelled' }
      return { status: 204 }
    })
    await sees(app, words.cancel)
    app.press(words.cancel)
    await until(() => expect(app.telegram.questions).toHaveLength(1))
    expect(server.sentTo(cancelCollection)).toEqual([])
    app.telegram.answers.push(true)
    await until(() => {
      app.press(words.cancel)
      expect(app.telegram.questions).toHaveLength(2)
    })
    await sees(app, words.cancelledMine.sentence)
    await seesMainButton(app, words.again)
    app.telegram.pressMainButton()
    expect(app.router.route.get()).toEqual({ screen: 'multisig', id: SAFE.id })
  })

  test('is not told to sign once they have', async () => {
    const { app } = openLink({ ...SIGNED, mine: true })
    await sees(app, 'Send in Telegram')
    expect(app.text()).not.toContain(words.mineText)
  })

  test('and has given it up has Home know of it', async () => {
    const { app, server } = openLink(MINE)
    server.on(getMe, () => ok({ ...ME, collections: [MINE] }))
    await sees(app, words.cancel)
    const before = server.sentTo(getMe).length
    server.on(cancelCollection, () => {
      server.said.current = { ...MINE, state: 'cancelled' }
      return { status: 204 }
    })
    app.telegram.answers.push(true)
    app.press(words.cancel)
    await until(() => expect(server.sentTo(getMe).length).toBe(before + 1))
    expect(app.router.route.get().screen).toBe('cosign')
  })

  test('who cannot give it up now keeps it, and is told why', async () => {
    const { app, server } = openLink(MINE)
    server.on(cancelCollection, () => refuse('maintenance'))
    await sees(app, words.cancel)
    app.telegram.answers.push(true)
    app.press(words.cancel)
    await sees(app, 'back shortly')
    expect(app.text()).toContain(words.cancel)
  })
})

describe('how it ends', () => {
  const COMPLETE: Collection = { ...signedBy(2), state: 'complete' }

  test('complete: says to whom it is linked, and what that proves', async () => {
    const { app } = openLink(COMPLETE)
    await sees(app, words.complete)
    expect(app.text()).toContain(words.linkedTo(ILYA))
    expect(app.text()).toContain('By account')
    // Of an owner who had not spoken, nothing is awaited.
    expect(app.text()).toContain(words.notNeeded)
    expect(app.text()).not.toContain(words.openMark)
    await seesMainButton(app, 'Done')
  })

  test('complete, for whoever began: leads to the wallet that it has become', async () => {
    const { app, server } = openLink({ ...COMPLETE, mine: true })
    const multisig = { ...SAFE, checkedAt: SAFE.checkedAt }
    const wallet = { ...EVM_WALLET, id: 'safewalletsafewalletsa', kind: 'safe', level: 'account' }
    server.on(getMe, () => ok({ ...ME, wallets: [{ ...wallet, chainId: 8453, multisig }] }))
    await sees(app, words.linkedToMe)
    await seesMainButton(app, words.showWallet)
    app.telegram.pressMainButton()
    expect(app.router.route.get()).toEqual({ screen: 'wallet', id: wallet.id })
  })

  test('agreements complete: everybody who agreed has it, by the owners', async () => {
    const { app } = openLink({ ...signedBy(2, AGREEMENTS), state: 'complete' })
    await sees(app, words.linkedToAll)
    expect(app.text()).toContain('By owners')
  })

  test.each([
    ['cancelled', words.cancelled(ILYA).sentence],
    ['expired', 'It was open until'],
  ] as const)('%s: says so, and that nothing was linked', async (state, sentence) => {
    const { app } = openLink({ ...COLLECTION, state })
    await sees(app, sentence)
    expect(app.text()).toContain('Nothing was linked')
    await seesMainButton(app, 'Done')
  })

  test('enough words that the contract refuses: stays open, and says why', async () => {
    const { app } = openLink({ ...signedBy(2), problem: 'evm-contract-refused' })
    await sees(app, words.stuck)
    await sees(app, evmEn.problems['evm-contract-refused'])
  })

  test('an unknown link leads home', async () => {
    const { app, server } = openLink()
    server.on(getCollection, () => refuse('not-found'))
    await sees(app, words.missing.name)
    await seesMainButton(app, 'Back to start')
  })
})

describe('what the others do meanwhile', () => {
  beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))
  afterEach(() => {
    vi.useRealTimers()
    setVisible(true)
  })

  test('is seen without a touch, every few seconds', async () => {
    const { app, server } = openLink()
    await sees(app, '0 of 2 signed')
    server.said.current = signedBy(1)
    await vi.advanceTimersByTimeAsync(COLLECTION_POLL_MS)
    await sees(app, '1 of 2 signed')
  })

  test('ends the asking once it is complete', async () => {
    const { app, server } = openLink()
    await sees(app, '0 of 2 signed')
    server.said.current = { ...signedBy(2), state: 'complete' }
    await vi.advanceTimersByTimeAsync(COLLECTION_POLL_MS)
    await sees(app, words.complete)
    const asked = asks(server)
    await vi.advanceTimersByTimeAsync(5 * COLLECTION_POLL_MS)
    expect(asks(server)).toBe(asked)
  })

  test('is not asked for while nobody looks, and at once on return', async () => {
    const { app, server } = openLink()
    await sees(app, '0 of 2 signed')
    setVisible(false)
    await vi.advanceTimersByTimeAsync(COLLECTION_POLL_MS)
    const asked = asks(server)
    await vi.advanceTimersByTimeAsync(10 * COLLECTION_POLL_MS)
    expect(asks(server)).toBe(asked)
    server.said.current = signedBy(1)
    setVisible(true)
    app.telegram.comeBack()
    await sees(app, '1 of 2 signed')
  })

  test('is not asked for any more once the screen is left', async () => {
    const { app, server } = openLink()
    await sees(app, '0 of 2 signed')
    app.router.replace({ screen: 'home' })
    await until(() => expect(app.text()).not.toContain('0 of 2 signed'))
    const asked = asks(server)
    await vi.advanceTimersByTimeAsync(5 * COLLECTION_POLL_MS)
    expect(asks(server)).toBe(asked)
  })

  test('an outage leaves what is there, says so, and is over by itself', async () => {
    const { app, server } = openLink()
    await sees(app, '0 of 2 signed')
    server.on(getCollection, () => refuse('maintenance'))
    await vi.advanceTimersByTimeAsync(COLLECTION_POLL_MS)
    await sees(app, 'back shortly')
    expect(app.text()).toContain(words.asksSignature(ILYA))
    server.on(getCollection, () => ok(signedBy(1)))
    await vi.advanceTimersByTimeAsync(20_000)
    await sees(app, '1 of 2 signed')
    expect(app.text()).not.toContain('back shortly')
  })

  test('an outage from the first moment says so, and is over with a tap', async () => {
    const { app, server } = openLink()
    server.on(getCollection, () => refuse('maintenance'))
    await until(() => expect(app.telegram.mainButton()).toMatchObject({ text: 'Try again' }))
    server.on(getCollection, () => ok(COLLECTION))
    app.telegram.pressMainButton()
    await sees(app, words.asksSignature(ILYA))
  })
})

function setVisible(isVisible: boolean): void {
  const value = isVisible ? 'visible' : 'hidden'
  Object.defineProperty(document, 'visibilityState', { configurable: true, value })
}
