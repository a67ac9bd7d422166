import { listChats } from '#shared/api/list-chats.ts'
import { Hero } from '../../ui/hero.tsx'
import { PLANE } from '../../ui/first-icons.ts'
import { Screen } from '../../ui/screen.tsx'
import { usePreload } from '../screen/use-preload.ts'
import { QueryScreen } from '../query/query-screen.tsx'
import { useOnReturn, useRead } from '../query/use-query.ts'
import { GroupSection } from '../requests/group-section.tsx'
import { useMessagesOf, useSection } from '../arriving/use-section.ts'
import { PartScreen } from '../arriving/part-screen.tsx'
import { getRequestTargets, type RequestTarget } from './request-draft.ts'
import { RequestForm } from './request-form.tsx'

/** A new connect request: the member chooses every part of it, and types nothing. */
export function NewRequestScreen() {
  const targets = useRead(listChats, {})
  // The bot may have been added to a group meanwhile.
  useOnReturn(targets.refresh)
  usePreload('made-request')
  return (
    <PartScreen part={useSection('requesting')}>
      <QueryScreen query={targets}>
        {(offered) => <Form targets={getRequestTargets(offered)} onStale={targets.refresh} />}
      </QueryScreen>
    </PartScreen>
  )
}

type Props = { targets: readonly RequestTarget[]; onStale: () => void }

function Form({ targets, onStale }: Props) {
  const { cannot } = useMessagesOf('requesting')
  if (targets.length > 0) return <RequestForm targets={targets} onStale={onStale} />
  return (
    <Screen>
      <Hero icon={PLANE} title={cannot.name}>
        {cannot.sentence}
      </Hero>
      <GroupSection />
    </Screen>
  )
}
