import { describe, expect, test } from 'vitest'
import { LANGUAGES } from '#shared/languages.ts'
import { loadRequestMessages } from '#client/i18n/request/load-request-messages.ts'
import type { RequestMessages } from '#client/i18n/request/messages.ts'

const GAP = 'Harbour'

/** Every phrase, gaps filled. */
function phrasesOf(words: RequestMessages): string[] {
  const { promises, closed, missing, takeBackAsk, asks, answeredText, expired, ...plain } = words
  const explained = [...Object.values(promises), closed, missing, expired(GAP)]
  return [
    ...Object.values(plain),
    ...Object.values(takeBackAsk),
    ...explained.flatMap(({ name, sentence }) => [name, sentence]),
    asks(GAP),
    answeredText(GAP),
  ]
}

describe.each(LANGUAGES)('%s', (language) => {
  test('says everything, names who asks, and until when', async () => {
    const words = await loadRequestMessages(language)
    expect(phrasesOf(words).filter((phrase) => !/\p{L}/u.test(phrase))).toEqual([])
    const phrases = [words.asks(GAP), words.answeredText(GAP), words.expired(GAP).sentence]
    expect(phrases.filter((phrase) => !phrase.includes(GAP))).toEqual([])
  })

  test('fits its question into Telegram’s popup', async () => {
    const { title, message, confirm } = (await loadRequestMessages(language)).takeBackAsk
    expect(title.length).toBeLessThanOrEqual(64)
    expect(message.length).toBeLessThanOrEqual(256)
    expect(confirm.length).toBeLessThanOrEqual(64)
  })
})

test('a language is not a copy of another', async () => {
  const english = new Set(phrasesOf(await loadRequestMessages('en')))
  for (const language of ['ru', 'es', 'fa'] as const) {
    const own = phrasesOf(await loadRequestMessages(language))
    expect(own.filter((phrase) => english.has(phrase))).toEqual([])
  }
})
