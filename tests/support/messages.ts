import { load as loadAdminMessages } from 'virtual:messages/admin'
import { load as loadChecksMessages } from 'virtual:messages/checks'
import { load as loadRequestingMessages } from 'virtual:messages/requesting'
import { load as loadDoorMessages } from 'virtual:messages/door'
import { load as loadEvmMessages } from 'virtual:messages/evm'
import { loadMessages } from '#client/i18n/load-messages.ts'
import { load as loadMultisigMessages } from 'virtual:messages/multisig'
import { load as loadProofMessages } from 'virtual:messages/proof'
import { load as loadRequestMessages } from 'virtual:messages/request'
import { load as loadSharingMessages } from 'virtual:messages/sharing'
import { load as loadSigningMessages } from 'virtual:messages/signing'

/* The messages of the app, for tests that look for them. */

export const en = await loadMessages('en')
export const ru = await loadMessages('ru')
export const fa = await loadMessages('fa')
export const adminEn = await loadAdminMessages('en')
export const requestingEn = await loadRequestingMessages('en')
export const requestingFa = await loadRequestingMessages('fa')
export const doorEn = await loadDoorMessages('en')
export const evmEn = await loadEvmMessages('en')
export const requestEn = await loadRequestMessages('en')
export const requestRu = await loadRequestMessages('ru')
export const checksEn = await loadChecksMessages('en')
export const proofEn = await loadProofMessages('en')
export const sharingEn = await loadSharingMessages('en')
export const signingEn = await loadSigningMessages('en')
export const requestFa = await loadRequestMessages('fa')
export const sharingRu = await loadSharingMessages('ru')
export const multisigEn = await loadMultisigMessages('en')
export const multisigFa = await loadMultisigMessages('fa')
