import { describe, expect, test } from 'vitest'
import { LANGUAGES } from '#shared/languages.ts'
import { loadSigningMessages } from '#client/i18n/signing/load-signing-messages.ts'
import type { SigningMessages } from '#client/i18n/signing/messages.ts'

const GAP = 'Harbour'

/** Every phrase, gaps filled. */
function phrasesOf({ stronger, moveNow, hintWaiting, ...plain }: SigningMessages): string[] {
  const offers = [stronger, moveNow].flatMap((offer) => Object.values(offer))
  return [...Object.values(plain), ...offers, hintWaiting(GAP)]
}

describe.each(LANGUAGES)('%s', (language) => {
  test('says everything, and names the wallet', async () => {
    const words = await loadSigningMessages(language)
    expect(phrasesOf(words).filter((phrase) => !/\p{L}/u.test(phrase))).toEqual([])
    expect(words.hintWaiting(GAP)).toContain(GAP)
  })

  test('is for wallets of every family', async () => {
    const phrases = phrasesOf(await loadSigningMessages(language))
    expect(phrases.filter((phrase) => /\bEVM\b|\bTON\b|Ethereum/u.test(phrase))).toEqual([])
  })
})

test('a language is not a copy of another', async () => {
  const english = new Set(phrasesOf(await loadSigningMessages('en')))
  for (const language of ['ru', 'es', 'fa'] as const) {
    const own = phrasesOf(await loadSigningMessages(language))
    expect(own.filter((phrase) => english.has(phrase))).toEqual([])
  }
})
