import { expect } from 'vitest'
import { ADA } from '#demo/telegram/people.ts'
import { type DemoStage } from '#tests/support/demo-stage.ts'
import { goHome, linkWallet } from '#tests/support/e2e-link.ts'
import { test as claspTest } from '#tests/support/e2e-test.ts'

/** The same world with an example of an operator's bot in the chat, and Clasp beside it. */
const test = claspTest.extend('bot', 'host-bot')
const pythonTest = claspTest.extend('bot', 'python-bot')

const GREETS = 'bot greets a member by the wallet that Clasp proved, and names it on request'
test(`the operator’s ${GREETS}`, ({ stage }) => expectGreeting(stage))
pythonTest(`the operator’s Python ${GREETS}`, ({ stage }) => expectGreeting(stage))

async function expectGreeting(stage: DemoStage): Promise<void> {
  await stage.startBot()
  expect(await write(stage, '/whoami', 'I know no wallet of yours yet')).toBeDefined()
  await stage.messenger.getByTestId('inline-button').filter({ hasText: 'Connect wallet' }).click()
  await linkWallet(stage)

  const welcome = await stage.botMessage(ADA, 'Welcome to the club')
  const address = /club, (\S+)!/.exec(welcome.text)?.[1] ?? ''
  expect(address).toMatch(/^UQ[\w-]{2}…[\w-]{4}$/)
  expect(welcome.text).toContain('proven: key')
  await goHome(stage)
  await stage.closeMiniApp()
  expect((await write(stage, '/whoami', 'You are')).text).toContain(address)
}

test('Clasp beside the operator’s bot still sends the receipt and answers nothing else', async ({
  stage,
}) => {
  await stage.startBot()
  const [first] = stage.botMessages(ADA)
  expect(first?.text).toContain('Members of the club')
  expect(stage.serverLog()).not.toContain('"level":40')
  await stage.openFromMessage()
  await linkWallet(stage)
  const receipt = await stage.botMessage(ADA, 'is now linked to your account')
  expect(receipt.text).not.toContain('club')
  expect(stage.botMessages(ADA).filter(({ text }) => text.includes('Welcome'))).toHaveLength(1)
})

function write(stage: DemoStage, text: string, answer: string) {
  stage.demo.world.sendText({ accountId: ADA, chatId: ADA, text })
  return stage.botMessage(ADA, answer)
}
