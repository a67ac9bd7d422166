import type { Family } from '#shared/wallet.ts'
import { formatList } from '../../i18n/format.ts'
import { useLocalization } from '../../i18n/use-localization.ts'
import { useSection } from '../arriving/use-section.ts'

type Props = { families: readonly Family[] }

/** Families have the same names in every language. A family without messages here is left out. */
export function FamilyNames({ families }: Props) {
  const { language } = useLocalization()
  const evm = useSection('evm', families.includes('evm'))
  const names = families.flatMap((family) => {
    if (family === 'ton') return ['TON']
    return evm.status === 'ready' ? [evm.value.family] : []
  })
  return formatList(language, names)
}
