import { beforeEach, describe, expect, test } from 'vitest'
import { ADA } from '#demo/telegram/people.ts'
import { ask, getButtons, link, saveMember, setPollingStage, type BotStage } from './bot-harness.ts'
import { sampleAttempt } from '#tests/support/store-samples.ts'

let stage: BotStage
beforeEach(async () => void (stage = await setPollingStage()))

const LINK = 'https://t.me/clasp_test_bot/app?startapp'

/** Makes Telegram refuse the bot's next message. */
function refuse(description: string): void {
  stage.world.failNext('sendMessage', {
    error_code: 400,
    description: `Bad Request: ${description}`,
  })
}

const sends = () => stage.methods().filter((method) => method === 'sendMessage').length

describe('a message that Telegram refuses for a button', () => {
  test.each([
    'BUTTON_TYPE_INVALID',
    'BUTTON_URL_INVALID',
    "inline keyboard button Web App URL 'https://app.example.com' is invalid: wrong host",
  ])(
    '%s: is sent once more by the bot, with the direct link in place of the button',
    async (description) => {
      refuse(description)
      const answer = await ask(stage, { accountId: ADA, text: '/connect' })
      expect(getButtons(answer)).toEqual([{ text: 'Connect wallet', url: `${LINK}=connect` }])
      expect(sends()).toBe(2)
    },
  )

  test('the new button leads where the old one would have led', async () => {
    const member = await saveMember(stage, ADA)
    const id = await sampleAttempt(stage.store, member.id, { now: stage.clock.now })
    refuse('BUTTON_TYPE_INVALID')
    const answer = await ask(stage, { accountId: ADA, text: `/start a1_${id}` })
    expect(getButtons(answer)).toEqual([{ text: 'Continue', url: `${LINK}=a1_${id}` }])
  })

  test('leaves out the way into inline mode, which the operator may have switched off', async () => {
    const member = await saveMember(stage, ADA)
    await link(stage, member.id)
    refuse('BUTTON_TYPE_INVALID')
    const answer = await ask(stage, { accountId: ADA, text: '/wallets' })
    expect(answer.keyboard).toEqual([[{ text: 'Open app', url: LINK }]])
  })

  test('is not sent a third time when Telegram refuses it again, and the member is notified', async () => {
    refuse('BUTTON_TYPE_INVALID')
    refuse('BUTTON_TYPE_INVALID')
    const answer = await ask(stage, { accountId: ADA, text: '/connect' })
    expect(answer.text).toBe('That did not work. Please try again in a moment.')
    expect(sends()).toBe(3)
  })
})

test('a message that Telegram refuses for another reason is not sent again', async () => {
  refuse('message is too long')
  const answer = await ask(stage, { accountId: ADA, text: '/connect' })
  expect(answer.text).toBe('That did not work. Please try again in a moment.')
  expect(sends()).toBe(2)
})

test('the bot sends nothing more during a long pause that Telegram wants', async () => {
  stage.world.failNext('sendMessage', {
    error_code: 429,
    description: 'Too Many Requests: retry after 3600',
    parameters: { retry_after: 3_600 },
  })
  stage.world.sendText({ accountId: ADA, chatId: ADA, text: '/connect' })
  const answer = await ask(stage, { accountId: ADA, text: '/help' })
  expect(answer.text).toContain('proves which')
  expect(sends()).toBe(2)
})
