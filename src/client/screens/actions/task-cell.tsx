import type { ComponentProps, ReactNode } from 'react'
import { ActionCell, Section } from '../../ui/list.tsx'
import { useServices } from '../context/context.ts'
import { ProblemNotice } from '../problem/problem-notice.tsx'
import { type Loss, useConfirm } from './use-confirm.ts'
import { useTask } from './use-task.ts'

type TaskCellProps = Omit<ComponentProps<typeof ActionCell>, 'isBusy' | 'onPress'> & {
  /** What the member must agree to first. @default nothing */
  loss?: Loss
  work: () => Promise<unknown>
  /** Whether a haptic says that the work is done. @default false */
  hasHaptic?: boolean
}

/** A line that starts some work; below it, why that failed. */
export function TaskCell(props: TaskCellProps) {
  const { cell, problem } = useTaskCell(props)
  return (
    <>
      <ActionCell {...cell} />
      <ProblemNotice code={problem} />
    </>
  )
}

type TaskSectionProps = TaskCellProps & {
  header?: string
  footer?: ReactNode
  /** Lines before the one that starts the work. */
  children?: ReactNode
}

/** A section whose last line starts some work; below the section, why that failed. */
export function TaskSection({ header, footer, children, ...task }: TaskSectionProps) {
  const { cell, problem } = useTaskCell(task)
  return (
    <>
      <Section header={header} footer={footer}>
        {children}
        <ActionCell {...cell} />
      </Section>
      <ProblemNotice code={problem} />
    </>
  )
}

function useTaskCell({ loss, work, hasHaptic = false, ...cell }: TaskCellProps) {
  const { telegram } = useServices()
  const { run, isBusy, problem } = useTask()
  const confirm = useConfirm()
  const act = async () => {
    if (loss !== undefined && !(await confirm(loss))) return
    await work()
    if (hasHaptic) telegram.haptic('success')
  }
  return { cell: { ...cell, isBusy, onPress: () => run(act) }, problem }
}
