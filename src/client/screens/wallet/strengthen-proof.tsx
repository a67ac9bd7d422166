import { useEffect, useMemo, useState } from 'react'
import { getProofLaunch } from '#shared/api/get-proof-launch.ts'
import { requestProofLaunch } from '#shared/api/request-proof-launch.ts'
import { directLink } from '#shared/links.ts'
import type { ProofLaunch } from '#shared/proof-launch.ts'
import { formatMoment } from '../../i18n/format.ts'
import type { SharingMessages } from '../../i18n/messages.ts'
import { useLocalization, useMessages } from '../../i18n/use-localization.ts'
import { Button } from '../../ui/button.tsx'
import { ActionCell, Cell } from '../../ui/cell.tsx'
import { SHIELD } from '../../ui/icons.ts'
import { Section } from '../../ui/section.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { useStore } from '../../use-store.ts'
import { ProblemNotice } from '../problem/problem-notice.tsx'
import { createReading } from '../reading/reading.ts'
import { useCore } from '../context/use-core.ts'
import { useInterceptBack } from '../screen/use-intercept-back.ts'
import { useOpening } from '../actions/use-opening.ts'
import { useServices } from '../context/use-services.ts'

type Props = { walletId: string; messages: SharingMessages }

/** Has Telegram sign the proof of a wallet, or says that it has. Nothing until the server answers. */
export function StrengthenProof({ walletId, messages }: Props) {
  const { api, proofLaunch } = useCore()
  const stored = useStore(proofLaunch)
  const launches = useMemo(
    () => createReading(() => api.call(getProofLaunch, { id: walletId })),
    [api, walletId],
  )
  const state = useStore(launches.state)
  useEffect(() => void launches.refresh(), [launches])
  if (state.status !== 'shown') return null
  const isJustStored = stored.status === 'kept' && stored.walletId === walletId
  const { launch } = isJustStored ? stored : state.value
  return launch === null ? (
    <Offer walletId={walletId} messages={messages} />
  ) : (
    <Signed launch={launch} messages={messages} />
  )
}

function Signed({
  launch: { includedFrom },
  messages: { proof },
}: {
  launch: ProofLaunch
  messages: SharingMessages
}) {
  const { now } = useServices()
  const { language } = useLocalization()
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

function Offer({ walletId, messages }: Props) {
  const [isOpen, setOpen] = useState(false)
  const { proof } = messages
  return (
    <>
      <Section footer={proof.strengthenNote}>
        <ActionCell icon={SHIELD} title={proof.strengthen} onPress={() => setOpen(true)} />
      </Section>
      {isOpen && (
        <DisclosureSheet walletId={walletId} messages={messages} onClose={() => setOpen(false)} />
      )}
    </>
  )
}

/** Says what is disclosed. Only what the member does here asks the server to await the launch. */
function DisclosureSheet({
  walletId,
  messages: { proof },
  onClose,
}: Props & { onClose: () => void }) {
  const { common } = useMessages()
  const { hasOpened, press, isBusy, isReady, problem } = useRelaunch(walletId)
  useInterceptBack(onClose)
  return (
    <Sheet title={proof.strengthen} closeLabel={common.close} onClose={onClose}>
      <p className="sheet-text">{proof.disclosure}</p>
      <div className="actions">
        <Button onPress={press} isBusy={isBusy}>
          {isReady || hasOpened ? proof.open : proof.reopen}
        </Button>
      </div>
      {hasOpened && <output className="sheet-text">{proof.opening}</output>}
      <ProblemNotice code={problem} />
    </Sheet>
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
