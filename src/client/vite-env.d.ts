/** Whether this build contains EVM wallets: false only in the one that is served under the policy `off`. */
declare const __EVM__: boolean

/* Messages by section and language, compiled from `src/i18n/*.json` by `src/i18n/messages-plugin.ts`. */
declare module 'virtual:messages/first' {
  import type { Language } from '#shared/languages.ts'
  import type { FirstMessages } from '#client/i18n/messages.ts'

  export const load: Record<Language, () => Promise<{ messages: FirstMessages }>>
}
declare module 'virtual:messages/main' {
  import type { Language } from '#shared/languages.ts'
  import type { MainMessages } from '#client/i18n/messages.ts'

  export const load: Record<Language, () => Promise<{ messages: MainMessages }>>
}
declare module 'virtual:messages/evm' {
  import type { Language } from '#shared/languages.ts'
  import type { EvmMessages } from '#client/i18n/evm/messages.ts'

  export const load: Record<Language, () => Promise<{ messages: EvmMessages }>>
}
declare module 'virtual:messages/admin' {
  import type { Language } from '#shared/languages.ts'
  import type { AdminMessages } from '#client/i18n/admin/messages.ts'

  export const load: Record<Language, () => Promise<{ messages: AdminMessages }>>
}
declare module 'virtual:messages/request' {
  import type { Language } from '#shared/languages.ts'
  import type { RequestMessages } from '#client/i18n/request/messages.ts'

  export const load: Record<Language, () => Promise<{ messages: RequestMessages }>>
}
declare module 'virtual:messages/requesting' {
  import type { Language } from '#shared/languages.ts'
  import type { RequestingMessages } from '#client/i18n/requesting/messages.ts'

  export const load: Record<Language, () => Promise<{ messages: RequestingMessages }>>
}
declare module 'virtual:messages/sharing' {
  import type { Language } from '#shared/languages.ts'
  import type { SharingMessages } from '#client/i18n/sharing/messages.ts'

  export const load: Record<Language, () => Promise<{ messages: SharingMessages }>>
}
declare module 'virtual:messages/signing' {
  import type { Language } from '#shared/languages.ts'
  import type { SigningMessages } from '#client/i18n/signing/messages.ts'

  export const load: Record<Language, () => Promise<{ messages: SigningMessages }>>
}
declare module 'virtual:messages/multisig' {
  import type { Language } from '#shared/languages.ts'
  import type { MultisigMessages } from '#client/i18n/multisig/messages.ts'

  export const load: Record<Language, () => Promise<{ messages: MultisigMessages }>>
}
declare module 'virtual:messages/failure' {
  import type { Language } from '#shared/languages.ts'
  import type { FailureMessages } from '#client/i18n/failure-messages.ts'

  export const messages: Record<Language, FailureMessages>
}
