import type { ProblemCode } from '#shared/problem.ts'
import { useMessages } from '../../i18n/use-localization.ts'
import { ActionCell } from '../../ui/cell.tsx'
import { REFRESH } from '../../ui/icons.ts'
import { Notice } from '../../ui/notice.tsx'
import { Section } from '../../ui/section.tsx'
import { useProblemSentence } from '../problem/use-problem-sentence.ts'
import { useCore } from '../use-core.ts'
import { useTask } from '../use-task.ts'

/** Says that the content may be old. It refreshes automatically when possible; a button does it immediately. */
export function OutdatedNotice({ code }: { code: ProblemCode }) {
  const { member } = useCore()
  const { actions, home } = useMessages()
  const { run, isBusy } = useTask()
  const trouble = useProblemSentence(code)
  return (
    <>
      <Notice>
        {trouble} {home.outdated}
      </Notice>
      <Section>
        <ActionCell
          icon={REFRESH}
          tone="accent"
          title={actions.retry}
          isBusy={isBusy}
          onPress={() => run(() => member.refresh())}
        />
      </Section>
    </>
  )
}
