import { formatAlternatives } from '../../i18n/format-alternatives.ts'
import { useLocalization } from '../../i18n/use-localization.ts'
import type { EvmTexts } from '../arriving/use-section.ts'
import { useServices } from '../context/use-services.ts'

/** The names of the chains that the operator accepts, the preferred first. Empty without messages. */
export function useAcceptedChains(texts: EvmTexts | null): string {
  const { boot } = useServices()
  const { language } = useLocalization()
  if (texts === null) return ''
  return formatAlternatives(language, (boot.evm?.chains ?? []).map(texts.chainName))
}
