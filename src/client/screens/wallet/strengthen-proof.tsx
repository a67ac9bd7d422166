import { useState } from 'react'
import { getProofLaunch } from '#shared/api/get-proof-launch.ts'
import { requestProofLaunch } from '#shared/api/request-proof-launch.ts'
import { directLink } from '#shared/links.ts'
import type { ProofLaunch } from '#shared/proof-launch.ts'
import { formatMoment } from '../../i18n/format.ts'
import { useLocalization } from '../../i18n/use-localization.ts'
import { Button } from '../../ui/button.tsx'
import { ActionCell, Cell, Section } from '../../ui/list.tsx'
import { SHIELD } from '../../ui/icons.ts'
import { useStore } from '../../use-store.ts'
import { ScreenSheet } from '../screen/screen-sheet.tsx'
import { useOnReturn, useRead } from '../query/use-query.ts'
import { useMessagesOf } from '../arriving/use-section.ts'
import { ProblemNotice } from '../problem/problem-notice.tsx'
import { useCore, useServices } from '../context/context.ts'
import { useOpening } from '../actions/use-opening.ts'

type Props = { walletId: string }

/** Has Telegram sign the proof of a wallet, or says that it has. Nothing until the server answers. */
export function StrengthenProof({ walletId }: Props) {
  const { proofLaunch } = useCore()
  const stored = useStore(proofLaunch)
  const { state, refresh } = useRead(getProofLaunch, { id: walletId })
  // A login is in a browser, beside the app.
  useOnReturn(refresh)
  if (state.status !== 'shown') return null
  const isJustStored = stored.status === 'kept' && stored.walletId === walletId
  const { launch, way } = isJustStored ? { ...state.value, ...stored } : state.value
  return launch === null ? <Offer walletId={walletId} way={way} /> : <Signed launch={launch} />
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

/** How Telegram would sign: with a launch of the app, or with a login in the browser. */
type OfferProps = Props & { way: 'launch' | 'login' }

function Offer({ walletId, way }: OfferProps) {
  const [isOpen, setOpen] = useState(false)
  const { proof } = useMessagesOf('sharing')
  const { note } = way === 'login' ? proof.byLogin : proof.byLaunch
  return (
    <>
      <Section footer={note}>
        <ActionCell icon={SHIELD} title={proof.strengthen} onPress={() => setOpen(true)} />
      </Section>
      {isOpen && <DisclosureSheet walletId={walletId} way={way} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Says what is disclosed. Only what the member does here asks the server to await the launch or the login. */
function DisclosureSheet({ walletId, way, onClose }: OfferProps & { onClose: () => void }) {
  const { proof } = useMessagesOf('sharing')
  const words = way === 'login' ? proof.byLogin : proof.byLaunch
  const { hasOpened, press, isBusy, isReady, problem } = useSigning(walletId)
  return (
    <ScreenSheet title={proof.strengthen} onClose={onClose}>
      <p className="sheet-text">{words.disclosure}</p>
      <div className="actions">
        <Button onPress={press} isBusy={isBusy}>
          {isReady || hasOpened ? words.open : words.agree}
        </Button>
      </div>
      {hasOpened && <output className="sheet-text">{words.opening}</output>}
      <ProblemNotice code={problem} />
    </ScreenSheet>
  )
}

/** Opens the app again by a link with the digest of the proof, or the login. */
function useSigning(walletId: string) {
  const { api } = useCore()
  const { boot, telegram } = useServices()
  const [hasOpened, setOpened] = useState(false)
  const opening = useOpening({
    get: () => api.call(requestProofLaunch, { id: walletId }),
    open: (way) => {
      setOpened(true)
      if ('url' in way) telegram.openLink(way.url)
      else telegram.openTelegramLink(directLink(boot.bot, way.startParam))
    },
  })
  return { ...opening, hasOpened }
}
