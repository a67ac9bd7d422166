import { describe, expect, test } from 'vitest'
import { LANGUAGES } from '#shared/languages.ts'
import { load as loadRequestMessages } from 'virtual:messages/request'
import { load as loadSigningMessages } from 'virtual:messages/signing'

const GAP = 'Harbour'

describe.each(LANGUAGES)('%s', (language) => {
  test('names who asks, until when, and the wallet that has to sign', async () => {
    const { asks, answeredText, expired } = await loadRequestMessages(language)
    const { hintWaiting } = await loadSigningMessages(language)
    const phrases = [
      asks.member(GAP),
      asks.operator(GAP),
      answeredText(GAP),
      expired(GAP).sentence,
      hintWaiting(GAP),
    ]
    expect(phrases.filter((phrase) => !phrase.includes(GAP))).toEqual([])
  })

  test('has a question for requests that fits into Telegram’s popup', async () => {
    const { title, message, confirm } = (await loadRequestMessages(language)).takeBackAsk
    expect(title.length).toBeLessThanOrEqual(64)
    expect(message.length).toBeLessThanOrEqual(256)
    expect(confirm.length).toBeLessThanOrEqual(64)
  })

  test('requests a signature in words that fit wallets of every family', async () => {
    const { problems: _ofTonProofs, ...messages } = await loadSigningMessages(language)
    expect(JSON.stringify(messages)).not.toMatch(/\bEVM\b|\bTON\b|Ethereum/u)
  })
})
