import { loadAdminMessages } from '#client/i18n/admin/load-admin-messages.ts'
import { loadRequestingMessages } from '#client/i18n/requesting/load-requesting-messages.ts'
import { loadEvmMessages } from '#client/i18n/evm/load-evm-messages.ts'
import { loadMessages } from '#client/i18n/load-messages.ts'
import { loadMultisigMessages } from '#client/i18n/multisig/load-multisig-messages.ts'
import { loadRequestMessages } from '#client/i18n/request/load-request-messages.ts'
import { loadSharingMessages } from '#client/i18n/sharing/load-sharing-messages.ts'
import { loadSigningMessages } from '#client/i18n/signing/load-signing-messages.ts'

/* The messages of the app, for tests that look for them. */

export const en = await loadMessages('en')
export const ru = await loadMessages('ru')
export const fa = await loadMessages('fa')
export const adminEn = await loadAdminMessages('en')
export const requestingEn = await loadRequestingMessages('en')
export const requestingFa = await loadRequestingMessages('fa')
export const evmEn = await loadEvmMessages('en')
export const requestEn = await loadRequestMessages('en')
export const requestRu = await loadRequestMessages('ru')
export const sharingEn = await loadSharingMessages('en')
export const signingEn = await loadSigningMessages('en')
export const requestFa = await loadRequestMessages('fa')
export const sharingRu = await loadSharingMessages('ru')
export const multisigEn = await loadMultisigMessages('en')
export const multisigFa = await loadMultisigMessages('fa')
