import type { Wallet } from '#shared/wallet.ts'
import type { Explained } from '../../i18n/messages.ts'
import { useMessages } from '../../i18n/use-speech.ts'
import { Cell } from '../../ui/cell.tsx'
import { Section } from '../../ui/section.tsx'
import { useEvmWords } from '../use-evm-words.ts'
import { EYE } from '../../ui/icons/eye.ts'
import { REFRESH } from '../../ui/icons/refresh.ts'
import { SHIELD } from '../../ui/icons/shield.ts'

/** How much the proof says, what the wallet had shown, and where its key came from. */
export function ProofSection({ wallet }: { wallet: Wallet }) {
  const { wallet: words } = useMessages()
  const level = words.levels[wallet.level]
  const binding = words.bindings[wallet.binding]
  const keySource = useKeySource(wallet)
  return (
    <Section header={words.proof}>
      <Cell icon={SHIELD} title={level.name} subtitle={level.sentence} />
      <Cell icon={EYE} title={binding.name} subtitle={binding.sentence} />
      {keySource !== null && (
        <Cell icon={REFRESH} title={keySource.name} subtitle={keySource.sentence} />
      )}
    </Section>
  )
}

/** Null for the ordinary case, in which the address itself follows from the key. */
function useKeySource(wallet: Wallet): Explained | null {
  const { wallet: words } = useMessages()
  const evm = useEvmWords(wallet.family === 'evm')
  if (wallet.family === 'ton') {
    return wallet.keySource === 'state-init' ? null : words.keySources[wallet.keySource]
  }
  return evm.status === 'ready' ? evm.value.keySources[wallet.keySource] : null
}
