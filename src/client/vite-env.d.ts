/** Whether this build holds EVM wallets: false only in the one that is served where the owner's policy is `off`. */
declare const __EVM__: boolean

/* Words by section and language, compiled from `src/i18n/*.json` by `src/i18n/words-plugin.ts`. */
declare module 'virtual:words/first' {
  import type { Language } from '#shared/languages.ts'
  import type { FirstMessages } from '#client/i18n/messages.ts'

  export const load: Record<Language, () => Promise<{ words: FirstMessages }>>
}
declare module 'virtual:words/main' {
  import type { Language } from '#shared/languages.ts'
  import type { MainMessages } from '#client/i18n/messages.ts'

  export const load: Record<Language, () => Promise<{ words: MainMessages }>>
}
declare module 'virtual:words/evm' {
  import type { Language } from '#shared/languages.ts'
  import type { EvmMessages } from '#client/i18n/evm/messages.ts'

  export const load: Record<Language, () => Promise<{ words: EvmMessages }>>
}
declare module 'virtual:words/admin' {
  import type { Language } from '#shared/languages.ts'
  import type { AdminMessages } from '#client/i18n/admin/messages.ts'

  export const load: Record<Language, () => Promise<{ words: AdminMessages }>>
}
declare module 'virtual:words/request' {
  import type { Language } from '#shared/languages.ts'
  import type { RequestMessages } from '#client/i18n/request/messages.ts'

  export const load: Record<Language, () => Promise<{ words: RequestMessages }>>
}
declare module 'virtual:words/asking' {
  import type { Language } from '#shared/languages.ts'
  import type { AskingMessages } from '#client/i18n/asking/messages.ts'

  export const load: Record<Language, () => Promise<{ words: AskingMessages }>>
}
declare module 'virtual:words/sharing' {
  import type { Language } from '#shared/languages.ts'
  import type { SharingMessages } from '#client/i18n/sharing/messages.ts'

  export const load: Record<Language, () => Promise<{ words: SharingMessages }>>
}
declare module 'virtual:words/signing' {
  import type { Language } from '#shared/languages.ts'
  import type { SigningMessages } from '#client/i18n/signing/messages.ts'

  export const load: Record<Language, () => Promise<{ words: SigningMessages }>>
}
declare module 'virtual:words/multisig' {
  import type { Language } from '#shared/languages.ts'
  import type { MultisigMessages } from '#client/i18n/multisig/messages.ts'

  export const load: Record<Language, () => Promise<{ words: MultisigMessages }>>
}
declare module 'virtual:words/failure' {
  import type { Language } from '#shared/languages.ts'
  import type { FailureMessages } from '#client/i18n/failure-messages.ts'

  export const words: Record<Language, FailureMessages>
}
