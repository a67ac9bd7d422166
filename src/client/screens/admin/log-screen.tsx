import { useEffect, useState } from 'react'
import { listActions, type ShownAction } from '#shared/api/admin/list-actions.ts'
import { formatWhen, isolated } from '../../i18n/format.ts'
import { useLocalization } from '../../i18n/use-localization.ts'
import { useStore } from '../../use-store.ts'
import { Cell, Section } from '../../ui/list.tsx'
import { Screen } from '../../ui/screen.tsx'
import { PageEnd } from '../query/page-end.tsx'
import { useOnReturn } from '../query/use-query.ts'
import { useMessagesOf } from '../arriving/use-section.ts'
import { useCore } from '../context/context.ts'
import { createPages } from '../query/pages.ts'
import { RouteCell } from '../screen/route-cell.tsx'
import { AdminOnly } from './admin-only.tsx'

/** What admins did, the newest first. */
export function LogScreen() {
  return (
    <AdminOnly>
      <Log />
    </AdminOnly>
  )
}

function Log() {
  const { api } = useCore()
  const { log, none } = useMessagesOf('admin')
  const [pages] = useState(() =>
    createPages(async (after) => {
      const { actions, next } = await api.call(listActions, { body: { after } })
      return { items: actions, next }
    }),
  )
  const state = useStore(pages.state)
  useEffect(() => {
    pages.restart()
  }, [pages])
  useOnReturn(() => pages.renew())
  const { items: actions } = state
  return (
    <Screen title={log.title} isBusy={state.status === 'loading'}>
      {(actions.length > 0 || state.status === 'end') && (
        <Section footer={log.note}>
          {actions.length === 0 && <Cell title={none} />}
          {actions.map((action) => (
            <ActionLine key={action.id} action={action} />
          ))}
        </Section>
      )}
      <PageEnd pages={pages} state={state} />
    </Screen>
  )
}

function ActionLine({ action: { kind, admin, about, at } }: { action: ShownAction }) {
  const { log } = useMessagesOf('admin')
  const { language } = useLocalization()
  const shown = {
    title: log.kinds[kind],
    subtitle: (
      <>
        {about !== null && (
          <>
            {log.about(isolated(about.firstName))}
            <br />
          </>
        )}
        {log.by({
          name: admin === null ? log.gone : isolated(admin.firstName),
          time: formatWhen(language, at),
        })}
      </>
    ),
  }
  if (about === null || kind !== 'unlinked') return <Cell {...shown} />
  return <RouteCell to={{ screen: 'member', id: about.id }} {...shown} />
}
