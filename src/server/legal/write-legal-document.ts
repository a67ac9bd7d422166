import type { Language } from '#shared/languages.ts'
import { isolate } from '../bot/markup.ts'
import type { LegalDocument, LegalFacts, LegalKind, LegalLink } from './legal-document.ts'
import { privacyEn } from './privacy/en.ts'
import { privacyEs } from './privacy/es.ts'
import { privacyFa } from './privacy/fa.ts'
import { privacyRu } from './privacy/ru.ts'
import { type LegalGaps, readLegalText } from './read-legal-text.ts'
import { termsEn } from './terms/en.ts'
import { termsEs } from './terms/es.ts'
import { termsFa } from './terms/fa.ts'
import { termsRu } from './terms/ru.ts'

const DAY_MS = 24 * 60 * 60 * 1_000

/** English where a document has no translation: translators of the app do not write legal texts. */
type Translated = Partial<Record<Language, string>> & { en: string }

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
  return readLegalText(TEXTS[kind][language] ?? TEXTS[kind].en, getGaps(facts, language))
}

/** Isolates names, because they may be in another script than the sentence around them. */
function getGaps(
  { appName, operator, retention, botUrl, evm, showsMembers }: LegalFacts,
  language: Language,
): LegalGaps {
  const days = new Intl.NumberFormat(language, { style: 'unit', unit: 'day', unitDisplay: 'long' })
  return {
    values: {
      appName: isolate(appName),
      operatorName: isolate(operator.name),
      attemptDays: days.format(retention.attemptsMs / DAY_MS),
      eventDays: days.format(retention.eventsMs / DAY_MS),
      idleMemberDays: days.format(retention.idleMembersMs / DAY_MS),
    },
    conditions: { evm: evm !== 'off', members: showsMembers },
    contact: operator.contact === null ? botLink(botUrl) : contactLink(operator.contact),
  }
}

function botLink(url: string): LegalLink {
  return { text: isolate(url.replace('https://', '')), href: url }
}

/** @param contact an e-mail address or an https link, as the configuration admits them */
function contactLink(contact: string): LegalLink {
  const isLink = contact.startsWith('https://')
  return { text: isolate(contact), href: isLink ? contact : `mailto:${contact}` }
}
