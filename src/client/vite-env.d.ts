/** Whether this build contains EVM wallets: false only in the one that is served under the policy `off`. */
declare const __EVM__: boolean

/* Messages by section and language, compiled from `src/i18n/*.json` by `src/i18n/messages-plugin.ts`. */
declare module 'virtual:messages/first' {
  import type { LoadSection } from '#client/i18n/messages.ts'
  export const load: LoadSection<'first'>
}
declare module 'virtual:messages/main' {
  import type { LoadSection } from '#client/i18n/messages.ts'
  export const load: LoadSection<'main'>
}
declare module 'virtual:messages/admin' {
  import type { LoadSection } from '#client/i18n/messages.ts'
  export const load: LoadSection<'admin'>
}
declare module 'virtual:messages/door' {
  import type { LoadSection } from '#client/i18n/messages.ts'
  export const load: LoadSection<'door'>
}
declare module 'virtual:messages/evm' {
  import type { LoadSection } from '#client/i18n/messages.ts'
  export const load: LoadSection<'evm'>
}
declare module 'virtual:messages/multisig' {
  import type { LoadSection } from '#client/i18n/messages.ts'
  export const load: LoadSection<'multisig'>
}
declare module 'virtual:messages/request' {
  import type { LoadSection } from '#client/i18n/messages.ts'
  export const load: LoadSection<'request'>
}
declare module 'virtual:messages/requesting' {
  import type { LoadSection } from '#client/i18n/messages.ts'
  export const load: LoadSection<'requesting'>
}
declare module 'virtual:messages/sharing' {
  import type { LoadSection } from '#client/i18n/messages.ts'
  export const load: LoadSection<'sharing'>
}
declare module 'virtual:messages/proof' {
  import type { LoadSection } from '#client/i18n/messages.ts'
  export const load: LoadSection<'proof'>
}
declare module 'virtual:messages/checks' {
  import type { LoadSection } from '#client/i18n/messages.ts'
  export const load: LoadSection<'checks'>
}
declare module 'virtual:messages/signing' {
  import type { LoadSection } from '#client/i18n/messages.ts'
  export const load: LoadSection<'signing'>
}
declare module 'virtual:messages/crash' {
  import type { Language } from '#shared/languages.ts'
  import type { Messages } from '#i18n/messages.ts'

  export const messages: Record<Language, Messages['crash']>
}
declare module 'virtual:messages/failure' {
  import type { Language } from '#shared/languages.ts'
  import type { FailureMessages } from '#client/i18n/failure-messages.ts'

  export const messages: Record<Language, FailureMessages>
}
