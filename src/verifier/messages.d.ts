/* Messages by section and language, compiled from `src/i18n/*.json` by `src/i18n/messages-plugin.ts`. */
declare module 'virtual:messages/en/proof' {
  import type { Messages } from '#i18n/messages.ts'
  export const messages: Messages['proof']
}
declare module 'virtual:messages/proof' {
  import type { Language } from '#shared/languages.ts'
  import type { Messages } from '#i18n/messages.ts'
  export const load: (language: Language) => Promise<Messages['proof']>
}
declare module 'virtual:messages/checks' {
  import type { Language } from '#shared/languages.ts'
  import type { Messages } from '#i18n/messages.ts'
  export const load: (language: Language) => Promise<Messages['checks']>
}
declare module 'virtual:messages/verifier' {
  import type { Language } from '#shared/languages.ts'
  import type { Messages } from '#i18n/messages.ts'
  export const load: (language: Language) => Promise<Messages['verifier']>
}
