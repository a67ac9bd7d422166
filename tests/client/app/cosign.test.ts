import { afterEach, describe, expect, test, vi } from 'vitest'
import { getAddress, hashMessage, hashTypedData } from 'viem'
import { cancelCosigning } from '#shared/api/cancel-cosigning.ts'
import { createAttempt } from '#shared/api/create-attempt.ts'
import { getCosigning } from '#shared/api/get-cosigning.ts'
import { getMe } from '#shared/api/get-me.ts'
import { share } from '#shared/api/share.ts'
import { unlinkWallet } from '#shared/api/unlink-wallet.ts'
import { withdrawConfirmation } from '#shared/api/withdraw-confirmation.ts'
import { COSIGNING_POLL_MS, COSIGNING_TTL_MS } from '#shared/limits.ts'
import { isolated } from '#client/i18n/format.ts'
import { type CosigningStage, shareOwnersServers, getShort } from '#tests/support/cosigning.ts'
import { createFakeTelegram } from '#tests/support/fake-telegram.ts'
import { until } from '#tests/support/until.ts'
import { en, evmEn, multisigEn, multisigFa } from '#tests/support/messages.ts'

const { startCosigningStage } = shareOwnersServers()
const messages = multisigEn.cosign
const ILYA = isolated('Ilya')

/** The link of a cosigning, opened by Ada. */
function open(started: CosigningStage, options: Parameters<CosigningStage['openApp']>[0] = {}) {
  const app = started.openApp({ route: { screen: 'cosign', code: started.code }, ...options })
  return { ...started, app, evm: app.evm }
}

const openLink = async (options?: Parameters<typeof startCosigningStage>[0]) =>
  open(await startCosigningStage(options))

/** The same where Ada has signed, or agreed. */
async function openSigned(options?: Parameters<typeof startCosigningStage>[0]) {
  const started = await startCosigningStage(options)
  await started.ada.sign()
  return open(started)
}

/** The same once Ilya and Negar have. */
async function openEnough(options?: Parameters<typeof startCosigningStage>[0]) {
  const started = await startCosigningStage(options)
  await started.negar.sign(true)
  await started.ilya.sign()
  return open(started)
}

type CosigningServer = CosigningStage['server']
const asks = (server: CosigningServer) => server.sentTo(getCosigning).length

/** Every address is wide enough for a line of its own; readers compare its groups. */
const inGroups = (hash: string) => (hash.match(/(?:^0x)?.{1,4}/gu) ?? []).join(' ')

describe('a fellow owner who opens the link', () => {
  test('sees who asks according to Telegram, for which multisig, and to whom it will be linked', async () => {
    const { app, multisig } = await openLink()
    await app.sees(messages.asksSignature(ILYA))
    expect(app.text()).toContain(messages.leadsToStarter(ILYA))
    expect(app.text()).toContain('not to yours')
    expect(app.text()).toContain('@ilya')
    expect(app.text()).toContain(messages.fromTelegram)
    await app.sees('Safe 2 of 3')
    expect(app.text()).toContain(getShort(multisig.address))
    expect(app.text()).toContain('Base')
    expect(app.container.querySelector('.ring-text')?.textContent).toBe('0 of 2')
    expect(app.text()).toContain(messages.knowThem(ILYA))
  })

  test('reads first who asks, what for and the sentence, and then how far it is', async () => {
    const { app, message } = await openLink()
    await app.sees(evmEn.hash.header)
    const order = [
      messages.asksSignature(ILYA),
      messages.leadsToStarter(ILYA),
      messages.whoAsks,
      messages.knowThem(ILYA),
      message,
      evmEn.hash.header,
      '0 of 2 signed',
      multisigEn.owners,
      messages.showName,
    ].map((part) => app.text().indexOf(part))
    expect(order).not.toContain(-1)
    expect(order.toSorted((one, other) => one - other)).toEqual(order)
  })

  test('sees the exact sentence, with the line that names the account marked', async () => {
    const { app, message } = await openLink()
    await until(() => expect(app.container.querySelector('pre')?.textContent).toBe(message))
    const naming = message.split('\n').find((line) => line.includes('@ilya'))
    expect(app.container.querySelector('mark')?.textContent).toBe(naming)
    expect(app.container.querySelector('pre')?.dir).toBe('ltr')
  })

  test('sees what the wallet will show for exactly this sentence, derived in the page', async () => {
    const { app, message, multisig } = await openLink()
    await app.sees(inGroups(hashMessage(message)))
    const folded = app.container.querySelector('details')
    expect(folded?.open).toBe(false)
    expect(folded?.querySelector('summary')?.textContent).toBe(evmEn.hash.header)
    expect(folded?.textContent).toContain(inGroups(hashMessage(message)))
    const whole = hashTypedData({
      domain: { chainId: 8453, verifyingContract: getAddress(multisig.address) },
      types: { SafeMessage: [{ name: 'message', type: 'bytes' }] },
      primaryType: 'SafeMessage',
      message: { message: hashMessage(message) },
    })
    expect(app.text()).toContain(inGroups(whole))
    expect(app.text()).toContain(evmEn.hash.note)
  })

  test('sees another hash on the screen for another sentence', async () => {
    const started = await startCosigningStage()
    const { ada, server, code, message } = started
    const altered = message.replace('ilya', 'eve')
    const cosigning = await ada.api.call(getCosigning, { id: code })
    server.replace(getCosigning, () => Response.json({ ...cosigning, message: altered }))
    const { app } = open(started)
    await app.sees(inGroups(hashMessage(altered)))
    expect(app.text()).not.toContain(inGroups(hashMessage(message)))
  })

  test('copies either hash with one tap', async () => {
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    const { app, message } = await openLink()
    await app.tap(inGroups(hashMessage(message)))
    await until(() => expect(write).toHaveBeenCalledWith(hashMessage(message)))
    write.mockRestore()
  })

  test('sees every owner, and the names of those who show theirs only', async () => {
    const { app, multisig } = await openEnough({ verdict: 'refused' })
    await app.sees('Negar')
    expect(app.text()).toContain(getShort(multisig.owners[1]))
    const owners = app.text().replace(en.connect.signedIn, '')
    expect(owners.split(messages.signedMark)).toHaveLength(3)
    expect(app.text()).toContain(messages.openMark)
    expect(app.text()).toContain(multisigEn.you)
  })

  test('chooses among wallets of the multisig’s family only, and without the Safe’s own app', async () => {
    const { app, server, evm, code } = await openLink()
    await app.tapMain(messages.sign)
    expect(app.router.route.get()).toEqual({ screen: 'connect', purpose: code })
    await app.sees('MetaMask')
    expect(app.text()).not.toContain('TON')
    expect(app.text()).not.toContain('Safe')
    app.press('MetaMask')
    await until(() => expect(evm.prepared).toHaveLength(1))
    expect(server.sentTo(createAttempt)).toMatchObject([
      { body: { family: 'evm', cosign: { code, showsName: false } } },
    ])
  })

  test('opens the choice of a wallet once when pressing twice', async () => {
    const { app, code } = await openLink()
    await app.seesMain(messages.sign)
    app.telegram.pressMainButton()
    app.telegram.pressMainButton()
    app.router.back()
    expect(app.router.route.get()).toEqual({ screen: 'cosign', code })
  })

  test('decides whether the other owners may see the name, and is not named before', async () => {
    const { app, server, evm } = await openLink()
    await app.sees(messages.showName)
    expect(app.text()).not.toContain(messages.showNameInProofs)
    const input = () => app.container.querySelector<HTMLInputElement>('input[role="switch"]')
    expect(input()?.checked).toBe(false)
    input()?.click()
    await until(() => expect(input()?.checked).toBe(true))
    app.telegram.pressMainButton()
    await app.tap('MetaMask')
    await until(() => expect(evm.prepared).toHaveLength(1))
    expect(server.sentTo(createAttempt)).toMatchObject([{ body: { cosign: { showsName: true } } }])
  })

  test('gets a new attempt with the new answer after changing that decision', async () => {
    const { app, server } = await openLink()
    await app.tapMain(messages.sign)
    await app.tap('MetaMask')
    await app.sees(messages.attempt.title)
    app.router.back()
    await app.sees(messages.showName)
    app.container.querySelector<HTMLInputElement>('input[role="switch"]')?.click()
    await app.tapMain(messages.sign)
    await app.sees('All other EVM wallets')
    app.press('MetaMask')
    await until(() => expect(server.sentTo(createAttempt)).toHaveLength(2))
    expect(server.sentTo(createAttempt).at(1)).toMatchObject({
      body: { cosign: { showsName: true } },
    })
  })

  test('reads that a signature by a wallet that is not linked counts without a name, and can still sign', async () => {
    const started = await startCosigningStage()
    await started.ada.api.call(unlinkWallet, { id: started.ada.walletId })
    const { app } = open(started)
    await app.sees(messages.unlistedSignature)
    expect(app.text().indexOf(messages.unlistedSignature)).toBeLessThan(
      app.text().indexOf(messages.text),
    )
    expect(app.text()).not.toContain(messages.showName)
    await app.seesMain(messages.sign)
  })

  test('reads how to take over the anonymous signature of their linked wallet', async () => {
    const started = await startCosigningStage()
    await started.ilya.sign(false, started.ada.key)
    const { app } = open(started)
    await app.sees(messages.anonymous)
    expect(app.text()).toContain(messages.showName)
    await app.seesMain(messages.sign)
  })

  test('reads the page in Persian, with the sentence unchanged', async () => {
    const started = await startCosigningStage()
    const { server, message, ada } = started
    const launch = server.launch({ ...ada.account, language_code: 'fa' })
    const { app } = open(started, { telegram: createFakeTelegram({ launch }) })
    await app.sees(multisigFa.cosign.knowThem(ILYA))
    expect(app.container.querySelector('pre')?.textContent).toBe(message)
  })

  test('reads that such wallets are unavailable where they are not offered', async () => {
    const { app } = open(await startCosigningStage(), { evm: null })
    await app.sees(messages.unavailable)
    await until(() => expect(app.telegram.mainButton()).toBeNull())
  })
})

describe('an agreement', () => {
  test('links the multisig to everybody who agrees, and has no sentence and no hash', async () => {
    const { app } = await openLink({ family: 'ton' })
    await app.sees(messages.asksAgreement(ILYA))
    expect(app.text()).toContain(messages.leadsToAll)
    expect(app.text()).toContain(messages.showNameInProofs)
    expect(app.text()).toContain(messages.proveOwn)
    expect(app.text()).toContain('TON multisig 2 of 3')
    expect(app.container.querySelector('pre')).toBeNull()
    await app.seesMain(messages.agree)
  })

  test('an agreement is given with a TON wallet', async () => {
    const { app, server, code } = await openLink({ family: 'ton' })
    await app.tapMain(messages.agree)
    await app.sees('Wallet in Telegram')
    expect(app.text()).not.toContain('MetaMask')
    app.press('Wallet in Telegram')
    await until(() => expect(server.sentTo(createAttempt)).toHaveLength(1))
    expect(server.sentTo(createAttempt)).toMatchObject([
      { body: { family: 'ton', cosign: { code, showsName: false } } },
    ])
  })

  test('works where EVM wallets are not offered, without mentioning them', async () => {
    const { app } = open(await startCosigningStage({ family: 'ton', evm: 'off' }), { evm: null })
    await app.seesMain(messages.agree)
    expect(app.text()).not.toMatch(/Safe|EVM|hash/u)
  })
})

describe('an owner who has confirmed', () => {
  test('sees that the confirmation counts, and how many there are', async () => {
    const { app } = await openSigned()
    await app.sees(messages.signatureCounts)
    expect(app.text()).toContain('1 of 2')
    expect(app.text()).toContain(messages.signedAs)
    expect(app.text()).not.toContain(messages.knowThem(ILYA))
    await until(() => expect(app.telegram.writeAccessAsked()).toBe(1))
  })

  test('an owner can withdraw the confirmation, after a question', async () => {
    const { app, server } = await openSigned()
    await app.tap(messages.withdraw)
    await until(() => expect(app.telegram.questions).toMatchObject([messages.withdrawAsk]))
    expect(server.sentTo(withdrawConfirmation)).toEqual([])
    app.telegram.answers.push(true)
    await until(() => {
      app.press(messages.withdraw)
      expect(app.telegram.questions).toHaveLength(2)
    })
    await app.sees(messages.asksSignature(ILYA))
    expect(server.sentTo(withdrawConfirmation)).toHaveLength(1)
  })

  test('learns that it is too late to withdraw, because the link is complete', async () => {
    const { app, ilya } = await openSigned()
    await app.sees(messages.withdraw)
    await ilya.sign()
    app.telegram.answers.push(true)
    app.press(messages.withdraw)
    await app.sees(messages.complete)
  })
})

describe('the member who started the cosigning', () => {
  test('sends the link, sees until when it is open, and that the bot reminds', async () => {
    const { app, server, code } = await openLink({ starter: 'ada' })
    await app.sees(messages.waiting.signatures)
    expect(app.text()).toContain(messages.leadsToMe)
    await app.sees(messages.mineText)
    expect(app.text()).toContain(messages.remind)
    expect(app.text()).toContain('Nov 23, 2026')
    expect(app.text()).not.toContain(messages.whoAsks)
    await app.tap('Send in Telegram')
    await until(() => expect(app.telegram.shared).toEqual(['prepared-1']))
    expect(server.sentTo(share)).toMatchObject([{ body: { code } }])
  })

  test('signs in the same way as every other owner', async () => {
    const { app, code } = await openLink({ starter: 'ada' })
    await app.tapMain(messages.sign)
    expect(app.router.route.get()).toEqual({ screen: 'connect', purpose: code })
  })

  test('gives it up after a question, and may start again', async () => {
    const { app, server, multisigId } = await openLink({ starter: 'ada' })
    await app.tap(messages.cancel)
    await until(() => expect(app.telegram.questions).toHaveLength(1))
    expect(server.sentTo(cancelCosigning)).toEqual([])
    app.telegram.answers.push(true)
    await until(() => {
      app.press(messages.cancel)
      expect(app.telegram.questions).toHaveLength(2)
    })
    await app.sees(messages.cancelledMine.sentence)
    await app.tapMain(messages.again)
    expect(app.router.route.get()).toEqual({ screen: 'multisig', id: multisigId })
  })

  test('sees no request to sign after signing, and sends the link to the owners with the main button', async () => {
    const { app, server, code } = await openSigned({ starter: 'ada' })
    await app.tapMain(messages.sendToOwners)
    await until(() => expect(server.sentTo(share)).toMatchObject([{ body: { code } }]))
    expect(app.text()).not.toContain(messages.mineText)
    expect(app.text()).not.toContain('Send in Telegram')
  })

  test('gives it up, and Home refreshes', async () => {
    const { app, server } = await openLink({ starter: 'ada' })
    await app.sees(messages.cancel)
    const before = server.sentTo(getMe).length
    app.telegram.answers.push(true)
    app.press(messages.cancel)
    await until(() => expect(server.sentTo(getMe).length).toBe(before + 1))
    expect(app.router.route.get().screen).toBe('cosign')
  })

  test('keeps it when giving it up fails, and reads why', async () => {
    const { app, server } = await openLink({ starter: 'ada' })
    server.refuse(cancelCosigning, 'maintenance')
    await app.sees(messages.cancel)
    app.telegram.answers.push(true)
    app.press(messages.cancel)
    await app.sees('in a few minutes')
    expect(app.text()).toContain(messages.cancel)
  })
})

describe('the end of a cosigning', () => {
  test('says to whom the multisig is linked, and what that proves, when it is complete', async () => {
    const { app } = await openEnough()
    await app.sees(messages.complete)
    expect(app.text()).toContain(messages.linkedTo(ILYA))
    expect(app.text()).toContain('Accepted by the contract')
    // The page waits for nothing from an owner who has not confirmed.
    expect(app.text()).toContain(messages.notNeeded)
    expect(app.text()).not.toContain(messages.openMark)
    await app.seesMain('Done')
  })

  test('leads the member who started it to the new wallet when it is complete', async () => {
    const started = await startCosigningStage({ starter: 'ada' })
    await started.ilya.sign()
    await started.ada.sign()
    const { app, ada } = open(started)
    await app.sees('2 of 3 owners of multisig')
    await app.sees('agreed to link it to you')
    await app.tapMain(messages.showWallet)
    const { wallets } = await ada.api.call(getMe, {})
    const id = wallets.find(({ kind }) => kind === 'safe')?.id
    expect(app.router.route.get()).toEqual({ screen: 'wallet', id })
  })

  test('links the multisig by its owners to everybody who agreed', async () => {
    const { app } = await openEnough({ family: 'ton' })
    await app.sees(messages.linkedToAll)
    expect(app.text()).toContain('Confirmed by its owners')
  })

  test.each([
    ['cancelled', messages.cancelled(ILYA).sentence],
    ['expired', 'It was open until'],
  ] as const)('says so, and that nothing was linked, when it is %s', async (state, sentence) => {
    const started = await startCosigningStage()
    const { ilya, server, code } = started
    if (state === 'cancelled') await ilya.api.call(cancelCosigning, { id: code })
    else server.server.clock.now += COSIGNING_TTL_MS
    const { app } = open(started)
    await app.sees(sentence)
    expect(app.text()).toContain('Nothing was linked')
    await app.seesMain('Done')
  })

  test('waits, and says why, when the contract refuses enough confirmations', async () => {
    const { app } = await openEnough({ verdict: 'refused' })
    await app.sees(messages.stuck)
    await app.sees(evmEn.problems['evm-contract-refused'])
  })

  test('leads Home when the link is unknown', async () => {
    const { app } = open({ ...(await startCosigningStage()), code: `m1_${'n'.repeat(22)}` })
    await app.sees(messages.missing.name)
    await app.seesMain('Back to start')
  })
})

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

async function openInVirtualTime() {
  const started = await startCosigningStage()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  return open(started)
}

describe('the poll of a cosigning', () => {
  afterEach(() => {
    vi.useRealTimers()
    setVisible(true)
  })

  test('shows confirmations of other owners without a touch, every few seconds', async () => {
    const { app, ilya } = await openInVirtualTime()
    await app.sees('0 of 2 signed')
    await ilya.sign()
    await pass(COSIGNING_POLL_MS)
    await app.sees('1 of 2 signed')
  })

  test('stops when the cosigning is complete', async () => {
    const { app, server, ilya, negar } = await openInVirtualTime()
    await app.sees('0 of 2 signed')
    await ilya.sign()
    await negar.sign()
    await pass(COSIGNING_POLL_MS)
    await app.sees(messages.complete)
    const asked = asks(server)
    await pass(5 * COSIGNING_POLL_MS)
    expect(asks(server)).toBe(asked)
  })

  test('pauses while the page is hidden, and resumes immediately on return', async () => {
    const { app, server, ilya } = await openInVirtualTime()
    await app.sees('0 of 2 signed')
    setVisible(false)
    await pass(COSIGNING_POLL_MS)
    const asked = asks(server)
    await pass(10 * COSIGNING_POLL_MS)
    expect(asks(server)).toBe(asked)
    await ilya.sign()
    setVisible(true)
    app.telegram.comeBack()
    await app.sees('1 of 2 signed')
  })

  test('stops when the member leaves the screen', async () => {
    const { app, server } = await openInVirtualTime()
    await app.sees('0 of 2 signed')
    app.router.replace({ screen: 'home' })
    await app.sees(en.home.settings)
    const asked = asks(server)
    await pass(5 * COSIGNING_POLL_MS)
    expect(asks(server)).toBe(asked)
  })

  test('leaves the screen as it is in an outage, says so, and recovers automatically', async () => {
    const { app, server, ilya } = await openInVirtualTime()
    await app.sees('0 of 2 signed')
    const restore = server.refuse(getCosigning, 'maintenance')
    await pass(COSIGNING_POLL_MS)
    await app.sees('in a few minutes')
    expect(app.text()).toContain(messages.asksSignature(ILYA))
    restore()
    await ilya.sign()
    await pass(20_000)
    await app.sees('1 of 2 signed')
    expect(app.text()).not.toContain('in a few minutes')
  })
})

function setVisible(isVisible: boolean): void {
  const value = isVisible ? 'visible' : 'hidden'
  Object.defineProperty(document, 'visibilityState', { configurable: true, value })
}
