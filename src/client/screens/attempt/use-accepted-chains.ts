import { formatAlternatives } from '../../i18n/format-alternatives.ts'
import { useLocalization } from '../../i18n/use-localization.ts'
import { useSection } from '../arriving/use-section.ts'
import { useServices } from '../context/context.ts'

/** The names of the chains that the operator accepts, the preferred first. Empty without messages. */
export function useAcceptedChains(): string {
  const { boot } = useServices()
  const { language } = useLocalization()
  const evm = useSection('evm')
  if (evm.status !== 'ready') return ''
  return formatAlternatives(language, (boot.evm?.chains ?? []).map(evm.value.chainName))
}
