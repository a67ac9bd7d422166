import { useState } from 'react'
import { makeToken } from '#shared/api/make-token.ts'
import type { MemberToken } from '#shared/member-token.ts'
import { getHost } from '#shared/site.ts'
import { formatMoment, isolated } from '../../i18n/format.ts'
import { useLocalization } from '../../i18n/use-localization.ts'
import { LINK } from '../../ui/icons.ts'
import { Section } from '../../ui/list.tsx'
import { ExportSheet } from '../actions/export-sheet.tsx'
import { TaskCell } from '../actions/task-cell.tsx'
import { useMessagesOf } from '../arriving/use-section.ts'
import { useCore, useServices } from '../context/use-services.ts'

/** What a token tells a site, and a way to one for each site that the operator allows. Nothing where that is none. */
export function SiteTokens() {
  const { appName, tokenAudiences } = useServices().boot
  const { token } = useMessagesOf('sharing')
  if (tokenAudiences.length === 0) return null
  return (
    <Section header={token.header} footer={token.note(isolated(appName))}>
      {tokenAudiences.map((audience) => (
        <SiteToken key={audience} audience={audience} />
      ))}
    </Section>
  )
}

function SiteToken({ audience }: { audience: string }) {
  const { api } = useCore()
  const { language } = useLocalization()
  const messages = useMessagesOf('sharing').token
  const [made, setMade] = useState<MemberToken | null>(null)
  const title = messages.make(isolated(getHost(audience)))
  const make = async () => setMade(await api.call(makeToken, { body: { audience } }))
  return (
    <>
      <TaskCell icon={LINK} title={title} work={make} />
      {made !== null && (
        <ExportSheet title={title} text={made.token} onClose={() => setMade(null)}>
          <p className="sheet-text">{messages.until(formatMoment(language, made.expiresAt))}</p>
        </ExportSheet>
      )}
    </>
  )
}
