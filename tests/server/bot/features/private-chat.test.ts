import { beforeEach, describe, expect, test } from 'vitest'
import { ADA, ILYA, NEGAR } from '#demo/telegram/people.ts'
import {
  ask,
  BOT_USERNAME,
  type BotStage,
  getButtons,
  link,
  linkByText,
  saveMember,
  setPollingStage,
  setStage,
  until,
  WITH_EVM,
} from '../bot-harness.ts'
import { sampleContract, sampleEvmWallet } from '#tests/support/store-samples.ts'

let stage: BotStage
beforeEach(async () => void (stage = await setPollingStage()))

const short = (address: string) => `${address.slice(0, 6)}…${address.slice(-4)}`

describe('in a private chat', () => {
  test('/start greets with the name of the app and a button that opens the choice of a wallet', async () => {
    const answer = await ask(stage, { accountId: ADA, text: '/start' })
    expect(answer.text).toContain('Clasp links your TON wallet to your Telegram account')
    expect(answer.text).toContain('Signing costs nothing')
    expect(getButtons(answer)).toEqual([
      { text: 'Connect wallet', web_app: { url: 'https://app.example.com/connect?lang=en' } },
    ])
  })

  test.each(['/start', '/help', '/start connect', '/start r1_unknown'])(
    '%s of a member with a wallet shows the button that opens Home',
    async (text) => {
      const member = await saveMember(stage, ADA)
      await link(stage, member.id)
      const answer = await ask(stage, { accountId: ADA, text })
      expect(getButtons(answer)).toEqual([
        { text: 'Open app', web_app: { url: 'https://app.example.com/?lang=en' } },
      ])
    },
  )

  test('/start answers in the language of the member', async () => {
    const russian = await ask(stage, { accountId: ILYA, text: '/start' })
    const persian = await ask(stage, { accountId: NEGAR, text: '/start' })
    expect(russian.text).toContain('Подпись бесплатна')
    expect(persian.text).toContain('امضا رایگان است')
    expect(getButtons(persian)).toMatchObject([
      { web_app: { url: 'https://app.example.com/connect?lang=fa' } },
    ])
  })

  test('/start lets the bot write to the member', async () => {
    await saveMember(stage, ADA, { mayMessage: false })
    await ask(stage, { accountId: ADA, text: '/start' })
    expect(await stage.store.findUserByTelegramId(String(ADA))).toMatchObject({ mayMessage: true })
  })

  test('the bot shows the name of an app as it is written when it looks like markup', async () => {
    stage = await setStage()
    const bot = stage.bot({ APP_NAME: 'A<b>&"C' })
    await bot.start()
    const answer = await ask(stage, { accountId: ADA, text: '/start' })
    expect(answer.text).toContain('A<b>&"C links your TON wallet')
  })

  test('/connect shows the button that opens the choice of a wallet', async () => {
    const answer = await ask(stage, { accountId: ADA, text: '/connect' })
    expect(getButtons(answer)).toEqual([
      { text: 'Connect wallet', web_app: { url: 'https://app.example.com/connect?lang=en' } },
    ])
  })

  test('/wallets without a wallet offers to connect one, and stores nobody', async () => {
    const answer = await ask(stage, { accountId: ADA, text: '/wallets' })
    expect(answer.text).toBe('No wallet is linked to your account yet.')
    expect(await stage.store.findUserByTelegramId(String(ADA))).toBeUndefined()
  })

  test('/wallets lists the member’s wallets each in one sentence, with kind and label, labels as they are written', async () => {
    const member = await saveMember(stage, ADA)
    const other = await saveMember(stage, ILYA)
    const wallet = await link(stage, member.id)
    stage.clock.now += 1_000
    await link(stage, member.id, `0:${'cd'.repeat(32)}`)
    await link(stage, other.id, `0:${'ef'.repeat(32)}`)
    await stage.store.setLabel(wallet.id, member.id, '</b><a href="https://x.example">&')
    const answer = await ask(stage, { accountId: ADA, text: '/wallets' })
    expect(answer.text).toMatch(/^2 linked wallets\n\n/)
    expect(answer.text).toMatch(
      /✓ You control UQ\S\S….{4} · verified on Nov 20, 2026\n<\/b><a href="https:\/\/x\.example">& · TON wallet W5 · primary/,
    )
    expect(answer.text).toMatch(
      /\n\n✓ You control UQ\S\S….{4} · verified on Nov 20, 2026\nTON wallet W5$/,
    )
    expect(answer.entities.filter(({ type }) => type === 'text_link')).toEqual([])
    expect(getButtons(answer)).toEqual([
      { text: 'Open app', web_app: { url: 'https://app.example.com/?lang=en' } },
      { text: 'Send in a chat', switch_inline_query: '' },
    ])
  })

  test('the bot mentions no inline mode where BotFather has it off', async () => {
    stage = await setStage({ inlineMode: 'off' })
    const bot = stage.bot()
    await bot.start()
    const member = await saveMember(stage, ADA)
    await link(stage, member.id)
    const wallets = await ask(stage, { accountId: ADA, text: '/wallets' })
    const help = await ask(stage, { accountId: ADA, text: '/help' })
    expect(getButtons(wallets)).toHaveLength(1)
    expect(help.text).toContain('/connect asks all members for a wallet')
    expect(help.text).not.toContain(BOT_USERNAME)
  })

  test('/help says how to show a wallet in any chat', async () => {
    const { text } = await ask(stage, { accountId: ADA, text: '/help' })
    expect(text).toContain(`Type @${BOT_USERNAME} in any chat`)
  })

  test('the bot does not answer messages that its own inline mode sent', async () => {
    const member = await saveMember(stage, ADA)
    await link(stage, member.id)
    const found = await stage.world.askInline({ accountId: ADA, chatId: ADA, query: '' })
    if (found.kind !== 'inline-results') throw new Error(found.kind)
    const [card] = found.results
    if (card === undefined) throw new Error('no card')
    stage.world.chooseInline({
      accountId: ADA,
      chatId: ADA,
      queryId: found.queryId,
      resultId: card.id,
    })
    await ask(stage, { accountId: ADA, text: '/connect' })
    expect(stage.methods().filter((method) => method === 'sendMessage')).toHaveLength(1)
  })

  test('/start, /help and the profile name EVM wallets only where they can be linked', async () => {
    stage = await setStage()
    const bot = stage.bot(WITH_EVM)
    await bot.start()
    await bot.setUpProfile()
    for (const text of ['/start', '/help']) {
      const answer = await ask(stage, { accountId: ADA, text })
      expect(answer.text).toContain('TON or EVM wallet')
    }
    const set = stage.calls.find(({ method }) => method === 'setMyDescription')
    expect(String(set?.payload['description'])).toContain('TON or EVM wallet')
  })

  test('/wallets names the chain of a contract account, and none of a key', async () => {
    const member = await saveMember(stage, ADA)
    const [eoa, contract] = [sampleEvmWallet(), sampleContract(8453)]
    await linkByText(stage, member.id, eoa)
    stage.clock.now += 1_000
    await linkByText(stage, member.id, contract)
    const { text } = await ask(stage, { accountId: ADA, text: '/wallets' })
    expect(text).toContain(
      `✓ You control ${short(eoa.address)} · verified on Nov 20, 2026\nEVM wallet · primary`,
    )
    expect(text).toContain(
      `✓ The contract ${short(contract.address)} on Base accepted a signature for you · verified on Nov 20, 2026\n`,
    )
  })

  test('/privacy says what is stored, for how long and how to delete it, and links the pages', async () => {
    const answer = await ask(stage, { accountId: ADA, text: '/privacy' })
    expect(answer.text).toContain('What Clasp stores')
    expect(answer.text).toContain('For how long')
    expect(answer.text).toContain('/delete')
    expect(getButtons(answer)).toEqual([
      { text: 'Privacy policy', url: 'https://app.example.com/privacy?lang=en' },
      { text: 'Terms of use', url: 'https://app.example.com/terms?lang=en' },
    ])
  })

  test.each(['/help', '/unknown', 'hello?'])('%s explains the commands', async (text) => {
    const answer = await ask(stage, { accountId: ADA, text })
    for (const command of ['/connect', '/wallets', '/privacy', '/delete']) {
      expect(answer.text).toContain(command)
    }
  })

  test('links are never previewed', async () => {
    await ask(stage, { accountId: ADA, text: '/privacy' })
    expect(stage.calls.find(({ method }) => method === 'sendMessage')?.payload).toMatchObject({
      parse_mode: 'HTML',
      link_preview_options: { is_disabled: true },
    })
  })
})

describe('write access', () => {
  test('is remembered when it is allowed in the app', async () => {
    const member = await saveMember(stage, ADA, { mayMessage: false })
    stage.world.grantWriteAccess(ADA)
    await expect
      .poll(() => stage.store.findUser(member.id), { interval: 5 })
      .toMatchObject({ mayMessage: true })
  })

  test('write access ends when the member blocks the bot, and returns when they unblock it', async () => {
    await ask(stage, { accountId: ADA, text: '/start' })
    const member = () => stage.store.findUserByTelegramId(String(ADA))
    stage.world.block(ADA)
    await expect.poll(member, { interval: 5 }).toMatchObject({ mayMessage: false })
    stage.world.unblock(ADA)
    await expect.poll(member, { interval: 5 }).toMatchObject({ mayMessage: true })
  })

  test('a stranger who blocks the bot is not stored', async () => {
    stage.world.block(ADA)
    stage.world.unblock(ADA)
    await ask(stage, { accountId: ADA, text: '/help' })
    expect(await stage.store.findUserByTelegramId(String(ADA))).toBeUndefined()
  })

  test('a 403 while answering marks the member as not to be written to', async () => {
    const member = await saveMember(stage, ADA)
    stage.world.failNext('sendMessage', {
      error_code: 403,
      description: 'Forbidden: bot was blocked by the user',
    })
    stage.world.sendText({ accountId: ADA, chatId: ADA, text: '/help' })
    await expect
      .poll(() => stage.store.findUser(member.id), { interval: 5 })
      .toMatchObject({ mayMessage: false })
  })
})

describe('the bot, when something fails,', () => {
  test('asks the member to try again, and logs the code but nothing of the message', async () => {
    stage.world.failNext('sendMessage', { error_code: 500, description: 'Internal: 4815162342' })
    const answer = await ask(stage, { accountId: ADA, text: '/help 4815162342' })
    expect(answer.text).toBe('That did not work. Please try again in a moment.')
    const log = stage.logLines.join('')
    expect(log).toContain('"code":"telegram-500"')
    expect(log).toMatch(/"updateId":\d+/)
    expect(log).not.toContain('4815162342')
    expect(log).not.toContain(String(ADA))
  })

  test('sends an answer later when Telegram asks for a pause', async () => {
    stage.world.failNext('sendMessage', {
      error_code: 429,
      description: 'Too Many Requests: retry after 0',
      parameters: { retry_after: 0 },
    })
    const answer = await ask(stage, { accountId: ADA, text: '/help' })
    expect(answer.text).toContain('/connect')
    expect(stage.methods().filter((method) => method === 'sendMessage')).toHaveLength(2)
  })

  test('handles the next update after a failure', async () => {
    for (const code of [500, 500]) {
      stage.world.failNext('sendMessage', { error_code: code, description: 'Internal' })
    }
    stage.world.sendText({ accountId: ADA, chatId: ADA, text: '/help' })
    await until(() => stage.logLines.some((line) => line.includes('no answer after a failure')))
    const answer = await ask(stage, { accountId: ADA, text: '/help' })
    expect(answer.text).toContain('/connect')
  })
})
