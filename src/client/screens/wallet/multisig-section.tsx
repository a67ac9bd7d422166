import type { WalletMultisig } from '#shared/wallet.ts'
import { formatCount, formatRecent } from '../../i18n/format.ts'
import type { MultisigMessages } from '../../i18n/multisig/messages.ts'
import { useSpeech } from '../../i18n/use-speech.ts'
import { LinkCell } from '../../ui/cell.tsx'
import { OWNERS } from '../../ui/icons/owners.ts'
import { Section } from '../../ui/section.tsx'
import { useMultisigWords } from '../use-multisig-words.ts'
import { useServices } from '../use-services.ts'
import { WordedSection } from '../worded-section.tsx'

/** The way to the owners of a linked multisig. */
export function MultisigSection({ multisig }: { multisig: WalletMultisig }) {
  const words = useMultisigWords()
  return (
    <WordedSection words={words}>
      {(ready) => <OwnersLink multisig={multisig} words={ready} />}
    </WordedSection>
  )
}

type Worded = { multisig: WalletMultisig; words: MultisigMessages }

function OwnersLink({ multisig, words }: Worded) {
  const { now, preload, router } = useServices()
  const { language } = useSpeech()
  const { id, threshold, ownerCount, checkedAt } = multisig
  return (
    <Section>
      <LinkCell
        icon={OWNERS}
        title={words.detail}
        subtitle={
          <>
            {words.readAt}: {formatRecent(language, checkedAt, now())}
          </>
        }
        after={words.ratio({
          part: formatCount(language, threshold),
          whole: formatCount(language, ownerCount),
        })}
        onPress={() => router.open({ screen: 'multisig', id })}
        onIntent={() => preload('multisig')}
      />
    </Section>
  )
}
