import { expect, inject } from 'vitest'
import type { EvmAccountKind } from '#demo/evm/wallet/accounts.ts'
import { ADA, COUNCIL, ILYA, NEGAR } from '#demo/telegram/people.ts'
import type { TonAccountKind } from '#demo/ton/wallet/accounts.ts'
import { TREASURY_ADDRESS } from '#demo/ton/treasury.ts'
import { openStage, type DemoStage } from '#tests/support/demo-stage.ts'
import { approveConnection, approveText, chooseEvmWallet } from '#tests/support/e2e-evm.ts'
import { answerDialog, approve } from '#tests/support/e2e-link.ts'
import { getEvm } from '#tests/support/e2e-multisig.ts'
import { test } from '#tests/support/e2e-test.ts'
import { doorEn, en, multisigEn } from '#tests/support/messages.ts'
import { until } from '#tests/support/until.ts'

const { door, join } = doorEn
const TITLE = join.title(COUNCIL.title)

const membersOf = ({ demo }: DemoStage) => demo.world.chats.find(COUNCIL.id)?.members ?? []

const tagsOf = ({ demo }: DemoStage) => demo.world.chats.find(COUNCIL.id)?.tags ?? []

/** Ada lets the owners of a multisig in, from the bot's button in the group. */
async function setRule(stage: DemoStage, multisig = TREASURY_ADDRESS.toString()): Promise<void> {
  const { app, messenger } = stage
  await stage.openChat(COUNCIL.id)
  await stage.sendText('/door')
  await messenger.getByTestId('inline-button').last().click()
  await app.getByText(door.kinds.owner.name).click()
  await app.getByRole('button', { name: door.find }).click()
  const sheet = app.getByRole('dialog')
  await sheet.getByRole('textbox').fill(multisig)
  await sheet.getByRole('button', { name: multisigEn.find.go }).click()
  await app.getByRole('radio', { checked: true }).nth(1).waitFor()
  await app.getByRole('switch', { name: door.tags }).click()
  await stage.pressMain()
  await app.getByRole('button', { name: door.turnOff }).waitFor()
  await stage.closeMiniApp()
}

/** Another person, who reads English, asks to join from their list of chats. */
async function ask(stage: DemoStage, accountId: number): Promise<void> {
  await stage.switchAccount(accountId)
  await stage.setLanguage('en')
  const back = stage.messenger.getByTestId('chat-back')
  if ((await back.count()) > 0) await back.click()
  await stage.messenger.getByTestId(`join-${COUNCIL.id}`).click()
}

/** Where the bot is no guard, it writes to the person in private. */
async function openFromMessage(stage: DemoStage, accountId: number): Promise<void> {
  await stage.openChat(accountId)
  await stage.messenger.getByTestId('inline-button').last().click()
  await stage.app.getByRole('heading', { name: TITLE }).waitFor()
}

/** From the page of the request to the text that an EVM wallet has signed. */
async function connectEvm(stage: DemoStage, account: EvmAccountKind): Promise<void> {
  await stage.pressMain()
  await chooseEvmWallet(stage)
  await approveConnection(stage.wallet, { account })
  await approveText(stage.wallet)
}

/** From the page of the request to the wallet's answer. */
async function connect(stage: DemoStage, account: TonAccountKind): Promise<void> {
  await stage.pressMain()
  await stage.app.getByRole('button', { name: en.connect.walletInTelegram('Wallet') }).click()
  await stage.wallet.getByTestId('approve').waitFor()
  await approve(stage.wallet, { account })
}

test(
  'a council’s group admits and tags an owner of its multisig, who proves it in the app that Telegram shows, and leaves a stranger waiting',
  { timeout: 180_000 },
  async ({ stage }) => {
    const { app, demo } = stage
    await setRule(stage)

    await ask(stage, ILYA)
    await app.getByRole('heading', { name: TITLE }).waitFor()
    await connect(stage, 'signer2')
    await app.getByRole('heading', { name: join.approved(COUNCIL.title).name }).waitFor()
    await until(() => expect(membersOf(stage)).toContain(ILYA))
    await until(() =>
      expect(tagsOf(stage)).toEqual([{ accountId: ILYA, text: 'owner · multisig' }]),
    )
    await answerDialog(stage, 'Allow')
    await stage.pressMain()
    await stage.seeMiniAppClosed()

    await ask(stage, NEGAR)
    await app.getByRole('heading', { name: TITLE }).waitFor()
    await connect(stage, 'v5r1')
    await app.getByText(join.none).waitFor()
    expect(membersOf(stage)).toEqual([ADA, ILYA])

    await stage.closeMiniApp()
    await stage.switchAccount(ADA)
    await stage.openChat(COUNCIL.id)
    await stage.messenger.getByTestId('inline-button').last().click()
    await app.getByText(door.whys['no-wallet']).waitFor()
    expect(demo.world.joins).toHaveLength(1)
  },
)

test.for([
  { way: 'Telegram’s own query', isGuarded: true },
  { way: 'the classic request', isGuarded: false },
])(
  'a council’s group admits and tags an owner of its Safe, and leaves a stranger waiting, with $way',
  { timeout: 240_000 },
  async ({ isGuarded }, { stage }) => {
    const { app, demo } = stage
    const arrive = async (accountId: number) => {
      await ask(stage, accountId)
      if (!isGuarded) await openFromMessage(stage, accountId)
      await app.getByRole('heading', { name: TITLE }).waitFor()
    }
    await stage.setPlatform('ios')
    await setRule(stage, getEvm(stage).treasury.safe.address)
    demo.world.setGuard({ chatId: COUNCIL.id, isGuarded })

    await arrive(ILYA)
    await connectEvm(stage, 'owner1')
    await app.getByRole('heading', { name: join.approved(COUNCIL.title).name }).waitFor()
    await until(() => expect(tagsOf(stage)).toEqual([{ accountId: ILYA, text: 'owner · Safe' }]))
    await answerDialog(stage, 'Allow')
    await stage.closeMiniApp()

    await arrive(NEGAR)
    await connectEvm(stage, 'main')
    await app.getByText(join.none).waitFor()
    expect(membersOf(stage)).toEqual([ADA, ILYA])
    expect(demo.world.joins).toMatchObject([{ accountId: NEGAR }])
  },
)

test(
  'an owner whose wallet is linked walks in without a tap; where the bot is no guard, it writes to the person in private',
  { timeout: 180_000 },
  async ({ stage }) => {
    const { app, demo } = stage
    await setRule(stage)
    demo.world.setGuard({ chatId: COUNCIL.id, isGuarded: false })

    await ask(stage, ILYA)
    await openFromMessage(stage, ILYA)
    await connect(stage, 'signer2')
    await app.getByRole('heading', { name: join.approved(COUNCIL.title).name }).waitFor()
    await until(() => expect(membersOf(stage)).toContain(ILYA))
    await answerDialog(stage, 'Allow')

    await stage.closeMiniApp()
    demo.world.setRole({ accountId: ILYA, chatId: COUNCIL.id, role: 'left' })
    demo.world.setGuard({ chatId: COUNCIL.id, isGuarded: true })
    demo.world.askToJoin({ accountId: ILYA, chatId: COUNCIL.id })
    await until(() => expect(membersOf(stage)).toContain(ILYA))
  },
)

test(
  'while the chain is down the door lets nobody in: the owner reads that people decide, and is let in once it answers',
  { timeout: 180_000 },
  async ({ browser }) => {
    let laterMs = 0
    const stage = await openStage({
      browser,
      build: inject('demoBuild'),
      bot: 'clasp',
      now: () => Date.now() + laterMs,
    })
    const { app, demo } = stage
    try {
      await setRule(stage)
      // Older than any reading by which a door lets owners in.
      laterMs = 120_000
      demo.chain.setReachable(false)
      await ask(stage, ILYA)
      await app.locator('.hero').getByText(join.whys['chain-away']).waitFor({ timeout: 60_000 })
      await connect(stage, 'signer2')
      await app.locator('.hero').getByText(join.whys['chain-away']).waitFor()
      expect(membersOf(stage)).toEqual([ADA])
      await until(() => expect(demo.world.joins).toMatchObject([{ state: 'queued' }]))
      demo.chain.setReachable(true)
      await app
        .getByRole('heading', { name: join.approved(COUNCIL.title).name })
        .waitFor({ timeout: 60_000 })
      await until(() => expect(membersOf(stage)).toContain(ILYA))
    } finally {
      await stage.close()
    }
  },
)
