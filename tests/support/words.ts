import { loadAdminMessages } from '#client/i18n/admin/load-admin-messages.ts'
import { loadEvmMessages } from '#client/i18n/evm/load-evm-messages.ts'
import { loadMessages } from '#client/i18n/load-messages.ts'
import { loadRequestMessages } from '#client/i18n/request/load-request-messages.ts'
import { loadSigningMessages } from '#client/i18n/signing/load-signing-messages.ts'

/* What the app says, for tests that look for it. */

export const en = await loadMessages('en')
export const ru = await loadMessages('ru')
export const fa = await loadMessages('fa')
export const adminEn = await loadAdminMessages('en')
export const evmEn = await loadEvmMessages('en')
export const requestEn = await loadRequestMessages('en')
export const requestRu = await loadRequestMessages('ru')
export const signingEn = await loadSigningMessages('en')
