import { expect } from 'vitest'
import { ADA, GROUP, ILYA, NEGAR } from '#demo/telegram/people.ts'
import { type DemoStage } from '#tests/support/demo-stage.ts'
import { directChat, latest, pressLatest } from '#tests/support/e2e-chats.ts'
import { answerDialog, approve, goHome, linkWallet, seeEmptyHome } from '#tests/support/e2e-link.ts'
import { test } from '#tests/support/e2e-test.ts'
import { messagesIn } from '#server/bot/messages/messages-in.ts'
import { until } from '#tests/support/until.ts'
import {
  requestingEn,
  en,
  fa,
  requestFa,
  requestRu,
  ru,
  sharingEn,
  sharingRu,
} from '#tests/support/messages.ts'

const botRu = messagesIn('ru')

/** The flow that every client walks through: who asks, who answers, what the group sees, what the requester gets. */
const PLATFORMS = ['android', 'ios', 'tdesktop', 'web'] as const

const TREASURY = GROUP.topics[0].id

async function counts(stage: DemoStage, chatId: number, answers: string): Promise<void> {
  await until(() => expect(latest(stage, chatId)?.text).toContain(answers))
}

async function askGroup(stage: DemoStage): Promise<void> {
  await stage.switchAccount(ADA)
  await stage.openChat(GROUP.id)
  await stage.openTopic(TREASURY)
  await stage.sendText('/connect')
  await counts(stage, GROUP.id, '0 answered')
  expect(latest(stage, GROUP.id)).toMatchObject({ threadId: TREASURY })
  expect(latest(stage, GROUP.id)?.text).toMatch(/Ada.*asks you to connect a wallet/)
}

async function answerAsNewMember(stage: DemoStage): Promise<void> {
  const { app, wallet } = stage
  await stage.switchAccount(ILYA)
  await stage.openChat(GROUP.id)
  await stage.openTopic(TREASURY)
  await pressLatest(stage)
  await app.getByText(GROUP.title).first().waitFor()
  await stage.pressMain()
  await app.getByRole('button', { name: ru.connect.walletInTelegram('Wallet') }).click()
  await approve(wallet)
  await app.getByRole('heading', { name: requestRu.answered }).waitFor()
  await answerDialog(stage, 'Allow')
  await stage.pressMain()
  await stage.seeMiniAppClosed()
  await counts(stage, GROUP.id, '1 answered')
}

async function answerWithLinkedWallet(stage: DemoStage): Promise<void> {
  const { app } = stage
  await stage.switchAccount(NEGAR)
  await stage.openDirectLink()
  await linkWallet(stage, { account: 'v4r2' }, fa)
  await answerDialog(stage, 'Allow')
  await goHome(stage)
  await stage.closeMiniApp()
  await stage.openChat(GROUP.id)
  await stage.openTopic(TREASURY)
  await pressLatest(stage)
  await app.getByText(GROUP.title).first().waitFor()
  await stage.pressMain()
  await app.getByRole('heading', { name: requestFa.answered }).waitFor()
  await stage.closeMiniApp()
  await counts(stage, GROUP.id, '2 answered')
}

async function exportAnswers(stage: DemoStage): Promise<void> {
  const { app } = stage
  await stage.switchAccount(ADA)
  await stage.openDirectLink()
  await app.getByRole('button', { name: en.home.ask }).click()
  await app.getByRole('button', { name: new RegExp(`^${GROUP.title} .`) }).click()
  await app.getByText('Илья', { exact: false }).first().waitFor()
  await app.getByText('نگار').first().waitFor()
  await app.getByRole('button', { name: requestingEn.export }).click()
  expect(await app.getByRole('textbox').inputValue()).toMatch(/Илья[\s\S]*نگار/)
  await stage.closeMiniApp()
}

async function showCard(stage: DemoStage): Promise<void> {
  const { app, messenger } = stage
  await stage.openDirectLink()
  await linkWallet(stage, { account: 'v3r2' })
  await answerDialog(stage, 'Allow')
  await goHome(stage)
  await app.getByRole('button', { name: /UQ/ }).first().click()
  await app.getByRole('button', { name: sharingEn.shareCard }).click()
  await app.getByRole('button', { name: sharingEn.send }).click()
  await messenger.getByTestId('chat-picker').waitFor()
  await stage.pickChat(directChat(stage, ADA, ILYA))
  await stage.closeMiniApp()
}

async function seeCard(stage: DemoStage): Promise<void> {
  const { app } = stage
  const chat = directChat(stage, ADA, ILYA)
  await stage.switchAccount(ILYA)
  await stage.openChat(chat)
  await pressLatest(stage)
  await app.getByText('Ada').first().waitFor()
  await app.getByText('@ada_fisher').first().waitFor()
  await app.getByText(/^UQ/).first().waitFor()
  await stage.closeMiniApp()
}

/** Opens the card's link with one character changed, as any person can write it. */
async function seeForgedCard(stage: DemoStage): Promise<void> {
  const { app, errors } = stage
  errors.expect(/status of 404/)
  const chat = directChat(stage, ADA, ILYA)
  const [button] = latest(stage, chat)?.keyboard.flat() ?? []
  const link = button !== undefined && 'url' in button ? button.url : ''
  const code = /c1_[\w-]{22}/.exec(link)?.[0] ?? ''
  const forged = `${code.slice(0, -1)}${code.endsWith('A') ? 'Q' : 'A'}`
  await stage.openLink(link.replace(code, forged))
  await app.getByRole('heading', { name: sharingRu.missing.name }).waitFor()
  expect(await app.locator('body').innerText()).not.toMatch(/UQ|Ada/)
  await stage.closeMiniApp()
}

async function askInline(stage: DemoStage): Promise<void> {
  const { app } = stage
  const chat = directChat(stage, ADA, NEGAR)
  await stage.switchAccount(ADA)
  await stage.openChat(chat)
  await stage.typeInline('')
  await stage.chooseInline('Ask to connect a wallet')
  await counts(stage, chat, '0 answered')
  await stage.switchAccount(NEGAR)
  await stage.openChat(chat)
  await pressLatest(stage)
  await app.getByText('Ada').first().waitFor()
  await stage.pressMain()
  await app.getByRole('heading', { name: requestFa.answered }).waitFor()
  await stage.closeMiniApp()
  await counts(stage, chat, '1 answered')
}

test.for(PLATFORMS)(
  'on %s an administrator asks a topic, two members answer, the counter shows it and the requester exports; a card reaches its receiver, a forged one is refused; inline mode asks a friend',
  { timeout: 240_000, tags: ['wide'] },
  async (platform, { stage }) => {
    await stage.setPlatform(platform)
    await askGroup(stage)
    await answerAsNewMember(stage)
    await answerWithLinkedWallet(stage)
    await exportAnswers(stage)
    await showCard(stage)
    await seeCard(stage)
    await seeForgedCard(stage)
    await askInline(stage)
  },
)

test('a receipt names who can see the wallet; after the member takes it back there, the requester sees it as withdrawn', async ({
  stage,
}) => {
  const { app, messenger } = stage
  await askGroup(stage)
  await answerAsNewMember(stage)
  await stage.botMessage(ILYA, 'Harbour Makers')
  await stage.openChat(ILYA)
  await messenger.getByRole('button', { name: botRu.buttons.withdraw }).click()
  await stage.botMessage(ILYA, 'Вы отозвали ответ')
  await counts(stage, GROUP.id, '0 answered')
  await stage.switchAccount(ADA)
  await stage.openDirectLink()
  await app.getByRole('button', { name: en.home.ask }).click()
  await app.getByRole('button', { name: new RegExp(`^${GROUP.title} .`) }).click()
  await app.getByText(/Taken back/).waitFor()
})

test('a start parameter that was lost is restored from the bot’s chat, whichever button opens the app next', async ({
  stage,
}) => {
  const { app, demo } = stage
  await askGroup(stage)
  const [button] = latest(stage, GROUP.id)?.keyboard.flat() ?? []
  const link = button !== undefined && 'url' in button ? button.url : ''
  const code = /r1_[\w-]{22}/.exec(link)?.[0] ?? ''
  await stage.switchAccount(NEGAR)
  await stage.setLinkFault('lost-start-param', true)
  await stage.openLink(link)
  await seeEmptyHome({ app }, fa)
  await stage.openLink(`https://t.me/${demo.world.botUsername}?start=${code}`)
  await stage.messenger.getByTestId('start').click()
  await stage.botMessage(NEGAR, 'Harbour Makers')
  await stage.messenger.getByTestId('menu-button').click()
  await app.getByText(GROUP.title).first().waitFor()
})
