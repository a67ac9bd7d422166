import type { ComponentProps } from 'react'
import { ActionCell } from '../../ui/list.tsx'
import { COPY } from '../../ui/icons.ts'
import { Toast } from '../../ui/toast.tsx'
import { useCopy } from './use-copy.ts'

type Props = Omit<ComponentProps<typeof ActionCell>, 'icon' | 'onPress'> & { text: string }

/** A line that copies a text, and says so. */
export function CopyCell({ text, ...cell }: Props) {
  const { copy, outcome } = useCopy()
  return (
    <>
      <ActionCell icon={COPY} {...cell} onPress={() => copy(text)} />
      <Toast text={outcome} />
    </>
  )
}
