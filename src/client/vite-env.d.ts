/** Whether this build contains EVM wallets: false only in the one that is served under the policy `off`. */
declare const __EVM__: boolean

/* Messages by section and language, compiled from `src/i18n/*.json` by `src/i18n/messages-plugin.ts`. */
declare module 'virtual:messages/first' {
  import type { Language } from '#shared/languages.ts'
  import type { FirstMessages } from '#client/i18n/messages.ts'

  export function load(language: Language): Promise<FirstMessages>
}
declare module 'virtual:messages/main' {
  import type { Language } from '#shared/languages.ts'
  import type { MainMessages } from '#client/i18n/messages.ts'

  export function load(language: Language): Promise<MainMessages>
}
declare module 'virtual:messages/admin' {
  import type { Language } from '#shared/languages.ts'
  import type { AdminMessages } from '#client/i18n/messages.ts'

  export function load(language: Language): Promise<AdminMessages>
}
declare module 'virtual:messages/evm' {
  import type { Language } from '#shared/languages.ts'
  import type { EvmMessages } from '#client/i18n/messages.ts'

  export function load(language: Language): Promise<EvmMessages>
}
declare module 'virtual:messages/multisig' {
  import type { Language } from '#shared/languages.ts'
  import type { MultisigMessages } from '#client/i18n/messages.ts'

  export function load(language: Language): Promise<MultisigMessages>
}
declare module 'virtual:messages/request' {
  import type { Language } from '#shared/languages.ts'
  import type { RequestMessages } from '#client/i18n/messages.ts'

  export function load(language: Language): Promise<RequestMessages>
}
declare module 'virtual:messages/requesting' {
  import type { Language } from '#shared/languages.ts'
  import type { RequestingMessages } from '#client/i18n/messages.ts'

  export function load(language: Language): Promise<RequestingMessages>
}
declare module 'virtual:messages/sharing' {
  import type { Language } from '#shared/languages.ts'
  import type { SharingMessages } from '#client/i18n/messages.ts'

  export function load(language: Language): Promise<SharingMessages>
}
declare module 'virtual:messages/signing' {
  import type { Language } from '#shared/languages.ts'
  import type { SigningMessages } from '#client/i18n/messages.ts'

  export function load(language: Language): Promise<SigningMessages>
}
declare module 'virtual:messages/failure' {
  import type { Language } from '#shared/languages.ts'
  import type { FailureMessages } from '#client/i18n/failure-messages.ts'

  export const messages: Record<Language, FailureMessages>
}
