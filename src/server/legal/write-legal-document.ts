import type { Language } from '#shared/languages.ts'
import { isolate } from '../bot/markup.ts'
import type {
  LegalDocument,
  LegalFacts,
  LegalKind,
  LegalLink,
  LegalText,
  LegalTexts,
} from './legal-document.ts'
import { privacyEn } from './privacy/en.ts'
import { privacyEs } from './privacy/es.ts'
import { privacyFa } from './privacy/fa.ts'
import { privacyRu } from './privacy/ru.ts'
import { termsEn } from './terms/en.ts'
import { termsEs } from './terms/es.ts'
import { termsFa } from './terms/fa.ts'
import { termsRu } from './terms/ru.ts'

const DAY_MS = 24 * 60 * 60 * 1_000

/** English where a document has no translation: translators of the app do not write legal texts. */
type Translated = Partial<Record<Language, LegalText>> & { en: LegalText }

const TEXTS: Record<LegalKind, Translated> = {
  privacy: { en: privacyEn, ru: privacyRu, es: privacyEs, fa: privacyFa },
  terms: { en: termsEn, ru: termsRu, es: termsEs, fa: termsFa },
}

/** The language of a document for a reader of `language`. */
export function legalLanguage(kind: LegalKind, language: Language): Language {
  return language in TEXTS[kind] ? language : 'en'
}

/** One of the documents with the operator's values in it, in one language. */
export function writeLegalDocument(
  kind: LegalKind,
  facts: LegalFacts,
  language: Language,
): LegalDocument {
  const { title, lead, sections } = TEXTS[kind][language] ?? TEXTS[kind].en
  const texts = getTexts(facts, language)
  return {
    title,
    lead: lead(texts),
    sections: sections.map(({ heading, blocks }) => ({ heading, blocks: blocks(texts) })),
  }
}

/** Isolates names, because they may be in another script than the sentence around them. */
function getTexts(
  { appName, operator, retention, botUrl, evm, showsMembers }: LegalFacts,
  language: Language,
): LegalTexts {
  const days = new Intl.NumberFormat(language, { style: 'unit', unit: 'day', unitDisplay: 'long' })
  const bot = { text: isolate(botUrl.replace('https://', '')), href: botUrl }
  return {
    appName: isolate(appName),
    operatorName: isolate(operator.name),
    contact: operator.contact === null ? bot : contactLink(operator.contact),
    bot,
    offersEvm: evm !== 'off',
    showsMembers,
    stored: {
      attempts: days.format(retention.attemptsMs / DAY_MS),
      events: days.format(retention.eventsMs / DAY_MS),
      idleMembers: days.format(retention.idleMembersMs / DAY_MS),
    },
  }
}

/** @param contact an e-mail address or an https link, as the configuration admits them */
function contactLink(contact: string): LegalLink {
  const isLink = contact.startsWith('https://')
  return { text: isolate(contact), href: isLink ? contact : `mailto:${contact}` }
}
