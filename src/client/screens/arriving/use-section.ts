import { load as loadAdmin } from 'virtual:messages/admin'
import { load as loadChecks } from 'virtual:messages/checks'
import { load as loadDoor } from 'virtual:messages/door'
import { load as loadEvm } from 'virtual:messages/evm'
import { load as loadMultisig } from 'virtual:messages/multisig'
import { load as loadProof } from 'virtual:messages/proof'
import { load as loadRequest } from 'virtual:messages/request'
import { load as loadRequesting } from 'virtual:messages/requesting'
import { load as loadSharing } from 'virtual:messages/sharing'
import { load as loadSigning } from 'virtual:messages/signing'
import type { evmChainName, evmExplorerLink } from '#shared/evm-chains.ts'
import type { Language } from '#shared/languages.ts'
import type { Messages } from '../../../i18n/messages.ts'
import { useFirstLocalization } from '../../i18n/use-localization.ts'
import { createPartByLanguage, type PartByLanguage } from '../../parts/part.ts'
import type { UsedPart } from '../../parts/use-part.ts'
import { usePartInLanguage } from '../context/use-part-in-language.ts'
import { useServices } from '../context/context.ts'

/** All texts about EVM wallets: the messages, and the common names of the chains. */
export type EvmTexts = Messages['evm'] & {
  chainName: typeof evmChainName
  explorerLink: typeof evmExplorerLink
}

/** Messages that only some members need, by section. Names, dates and numbers are passed in already formatted. */
type Sections = Pick<
  Messages,
  | 'admin'
  | 'checks'
  | 'door'
  | 'multisig'
  | 'proof'
  | 'request'
  | 'requesting'
  | 'sharing'
  | 'signing'
> & { evm: EvmTexts }

type SectionName = keyof Sections

const SECTIONS: { [Name in SectionName]: PartByLanguage<Sections[Name]> } = {
  admin: createPartByLanguage(loadAdmin),
  checks: createPartByLanguage(loadChecks),
  door: createPartByLanguage(loadDoor),
  evm: createPartByLanguage(loadEvmTexts),
  multisig: createPartByLanguage(loadMultisig),
  proof: createPartByLanguage(loadProof),
  request: createPartByLanguage(loadRequest),
  requesting: createPartByLanguage(loadRequesting),
  sharing: createPartByLanguage(loadSharing),
  signing: createPartByLanguage(loadSigning),
}

/**
 * The messages of a section, for a part of a screen that can be shown without them. Those about EVM wallets fail where
 * these are not offered.
 *
 * @param isWanted whether they are needed. @default true
 */
export function useSection<Name extends SectionName>(
  name: Name,
  isWanted = true,
): UsedPart<Sections[Name]> {
  const { boot } = useServices()
  return usePartInLanguage(SECTIONS[name], isWanted && (name !== 'evm' || boot.evm !== null))
}

/** The same, inside a part of a screen that waits for them. @throws Error where it does not */
export function useMessagesOf<Name extends SectionName>(name: Name): Sections[Name] {
  const { language } = useFirstLocalization()
  const section = SECTIONS[name](language).state.get()
  if (section.status !== 'ready') throw new Error(`nothing waits for the messages of ${name}`)
  return section.value
}

/** Fetches the messages before a component shows them. Rejects where they do not arrive. */
export async function fetchSection(name: SectionName, language: Language): Promise<void> {
  await SECTIONS[name](language).arrive()
}

/** The condition is a constant of the build: where EVM wallets are not offered, these chunks do not exist. */
async function loadEvmTexts(language: Language): Promise<EvmTexts> {
  if (!__EVM__) throw new Error('not in this build')
  const [evm, chains] = await Promise.all([loadEvm(language), import('#shared/evm-chains.ts')])
  return { ...evm, chainName: chains.evmChainName, explorerLink: chains.evmExplorerLink }
}
