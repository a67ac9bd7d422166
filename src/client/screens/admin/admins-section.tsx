import { listAdmins, type ListedAdmin } from '#shared/api/admin/list-admins.ts'
import { removeAdmin } from '#shared/api/admin/remove-admin.ts'
import { formatDate, isolated } from '../../i18n/format.ts'
import { useLocalization } from '../../i18n/use-localization.ts'
import { Badge } from '../../ui/badge.tsx'
import { Cell, Section } from '../../ui/list.tsx'
import { PLANE } from '../../ui/first-icons.ts'
import { CROSS } from '../../ui/icons.ts'
import { TaskCell } from '../actions/task-cell.tsx'
import { findProblem } from '../query/query.ts'
import { useOnReturn, useRead } from '../query/use-query.ts'
import { useMessagesOf } from '../arriving/use-section.ts'
import { useCore } from '../context/context.ts'
import { personLine } from '../person/person-line.tsx'
import { ProblemNotice } from '../problem/problem-notice.tsx'
import { SkeletonSection } from '../screen/skeleton-section.tsx'

/** Who else sees the admin view. Those by a link can be removed. */
export function AdminsSection() {
  const { admins } = useMessagesOf('admin')
  const { state, refresh } = useRead(listAdmins, {})
  useOnReturn(refresh)
  if (state.status === 'loading') return <SkeletonSection lines={1} />
  return (
    <>
      {state.status === 'shown' && (
        <Section header={admins.header} footer={admins.note}>
          {state.value.admins.map((admin) => (
            <AdminLine key={admin.telegramId} admin={admin} onRemoved={refresh} />
          ))}
        </Section>
      )}
      <ProblemNotice code={findProblem(state)} />
    </>
  )
}

type Props = { admin: ListedAdmin; onRemoved: () => void }

function AdminLine({ admin: { telegramId, person, link, mine }, onRemoved }: Props) {
  const { api, member } = useCore()
  const { language } = useLocalization()
  const { admins } = useMessagesOf('admin')
  const unseen = admins.account(isolated(telegramId))
  const line = person === null ? { icon: PLANE, title: unseen } : personLine(person)
  const remove = async (id: string) => {
    await api.call(removeAdmin, { id })
    if (mine) await member.refresh()
    else onRemoved()
  }
  return (
    <>
      <Cell
        {...line}
        title={
          <>
            {line.title}
            {mine && <Badge>{admins.you}</Badge>}
          </>
        }
        subtitle={link === null ? admins.named : admins.byLink(formatDate(language, link.since))}
      />
      {link !== null && (
        <TaskCell
          icon={CROSS}
          tone="destructive"
          title={admins.remove}
          loss={admins.removeAsk(isolated(person?.firstName ?? telegramId))}
          work={() => remove(link.id)}
        />
      )}
    </>
  )
}
