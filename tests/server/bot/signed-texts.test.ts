import { beforeEach, expect, test } from 'vitest'
import { ADA, ILYA } from '#demo/telegram/people.ts'
import {
  getButtons,
  link,
  linkByText,
  saveMember,
  setStage,
  type BotStage,
  until,
} from './bot-harness.ts'
import { sampleContract, sampleEvmWallet, sampleWallet } from '#tests/support/store-samples.ts'

let stage: BotStage
beforeEach(async () => {
  stage = await setStage()
  for (const id of [ADA, ILYA]) stage.world.grantWriteAccess(id)
})

/** The bot's messages to an account, without Telegram's own first one about the permission to write. */
const messagesIn = (id: number) => stage.world.messages(id).slice(1)
const textsIn = (id: number) => messagesIn(id).map(({ text }) => text)

test('the receipt of a signed text says what the wallet showed, and that its key signed', async () => {
  const member = await saveMember(stage, ADA)
  const wallet = await linkByText(stage, member.id, sampleEvmWallet())
  stage.startReceipts()
  await until(() => textsIn(ADA).length === 1)
  const [message] = messagesIn(ADA)
  expect(message?.text).toContain(`${wallet.address.slice(0, 6)}…${wallet.address.slice(-4)}`)
  expect(message?.text).toContain('the wallet’s key signed a one-time message')
  expect(message?.text).toContain('showed a message that names your Telegram account')
  expect(message && getButtons(message)[0]).toMatchObject({
    web_app: { url: `https://app.example.com/wallets/${wallet.id}?lang=en` },
  })
})

test('the receipt of a contract account names its chain, and no key', async () => {
  const member = await saveMember(stage, ADA)
  await linkByText(stage, member.id, sampleContract(42161))
  stage.startReceipts()
  await until(() => textsIn(ADA).length === 1)
  const [text] = textsIn(ADA)
  expect(text).toContain('the account’s contract on Arbitrum accepted a signature')
  expect(text).not.toContain('key')
})

test('a wallet that a signed text moved notifies each side of what happened, and says of neither that it agreed', async () => {
  const holder = await saveMember(stage, ADA)
  const signer = await saveMember(stage, ILYA, { language: 'ru' })
  const { address } = await link(stage, holder.id)
  const receipts = stage.startReceipts()
  await until(() => textsIn(ADA).length === 1)
  await linkByText(stage, signer.id, sampleWallet({ address }))
  receipts.kick()
  await until(() => textsIn(ADA).length === 2 && textsIn(ILYA).length === 1)
  expect(await stage.store.listWallets(holder.id)).toEqual([])
  const [away, here] = [textsIn(ADA)[1], textsIn(ILYA)[0]]
  expect(away).toContain('It signed a message that names that account.')
  expect(away).not.toContain('You agreed')
  expect(here).toContain('Он подписал сообщение, в котором назван ваш аккаунт.')
  expect(away + String(here)).not.toMatch(/ilya|7\d{6,}/i)
})
