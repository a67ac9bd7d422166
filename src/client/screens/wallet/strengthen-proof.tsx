import { useState } from 'react'
import { getProofLaunch } from '#shared/api/get-proof-launch.ts'
import { requestProofLaunch } from '#shared/api/request-proof-launch.ts'
import { directLink } from '#shared/links.ts'
import type { ProofLaunch } from '#shared/proof-launch.ts'
import { formatMoment } from '../../i18n/format.ts'
import { useLocalization } from '../../i18n/use-localization.ts'
import { Button } from '../../ui/button.tsx'
import { ActionCell, Cell } from '../../ui/cell.tsx'
import { SHIELD } from '../../ui/icons.ts'
import { Section } from '../../ui/section.tsx'
import { useStore } from '../../use-store.ts'
import { ScreenSheet } from '../screen/screen-sheet.tsx'
import { useQuery } from '../arriving/use-query.ts'
import { useMessagesOf } from '../arriving/use-section.ts'
import { ProblemNotice } from '../problem/problem-notice.tsx'
import { createQuery } from '../query/query.ts'
import { useCore } from '../context/use-core.ts'
import { useOpening } from '../actions/use-opening.ts'
import { useServices } from '../context/use-services.ts'

type Props = { walletId: string }

/** Has Telegram sign the proof of a wallet, or says that it has. Nothing until the server answers. */
export function StrengthenProof({ walletId }: Props) {
  const { api, proofLaunch } = useCore()
  const stored = useStore(proofLaunch)
  const { state } = useQuery(() => createQuery(() => api.call(getProofLaunch, { id: walletId })))
  if (state.status !== 'shown') return null
  const isJustStored = stored.status === 'kept' && stored.walletId === walletId
  const { launch } = isJustStored ? stored : state.value
  return launch === null ? <Offer walletId={walletId} /> : <Signed launch={launch} />
}

function Signed({ launch: { includedFrom } }: { launch: ProofLaunch }) {
  const { now } = useServices()
  const { language } = useLocalization()
  const { proof } = useMessagesOf('sharing')
  const time = formatMoment(language, includedFrom)
  const isIncluded = Date.parse(includedFrom) <= now()
  return (
    <Section>
      <Cell
        icon={SHIELD}
        title={proof.signed}
        subtitle={isIncluded ? proof.included(time) : proof.includedFrom(time)}
      />
    </Section>
  )
}

function Offer({ walletId }: Props) {
  const [isOpen, setOpen] = useState(false)
  const { proof } = useMessagesOf('sharing')
  return (
    <>
      <Section footer={proof.strengthenNote}>
        <ActionCell icon={SHIELD} title={proof.strengthen} onPress={() => setOpen(true)} />
      </Section>
      {isOpen && <DisclosureSheet walletId={walletId} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Says what is disclosed. Only what the member does here asks the server to await the launch. */
function DisclosureSheet({ walletId, onClose }: Props & { onClose: () => void }) {
  const { proof } = useMessagesOf('sharing')
  const { hasOpened, press, isBusy, isReady, problem } = useRelaunch(walletId)
  return (
    <ScreenSheet title={proof.strengthen} onClose={onClose}>
      <p className="sheet-text">{proof.disclosure}</p>
      <div className="actions">
        <Button onPress={press} isBusy={isBusy}>
          {isReady || hasOpened ? proof.open : proof.reopen}
        </Button>
      </div>
      {hasOpened && <output className="sheet-text">{proof.opening}</output>}
      <ProblemNotice code={problem} />
    </ScreenSheet>
  )
}

/** Opens the app again by a link with the digest of the proof. */
function useRelaunch(walletId: string) {
  const { api } = useCore()
  const { boot, telegram } = useServices()
  const [hasOpened, setOpened] = useState(false)
  const opening = useOpening({
    get: () => api.call(requestProofLaunch, { id: walletId }),
    open: ({ startParam }) => {
      setOpened(true)
      telegram.openTelegramLink(directLink(boot.bot, startParam))
    },
  })
  return { ...opening, hasOpened }
}
