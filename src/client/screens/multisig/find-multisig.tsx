import { useState } from 'react'
import { ActionCell } from '../../ui/list.tsx'
import { LINK } from '../../ui/icons.ts'
import { useMessagesOf } from '../arriving/use-section.ts'
import { useServices } from '../context/context.ts'
import { FindSheet } from './find-sheet.tsx'

/** Opens the sheet that finds a multisig which no list here has. */
export function FindMultisig() {
  const { find } = useMessagesOf('multisig')
  const { router } = useServices()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <ActionCell icon={LINK} title={find.title} onPress={() => setOpen(true)} />
      {isOpen && (
        <FindSheet
          onClose={() => setOpen(false)}
          onFound={({ id }) => router.open({ screen: 'multisig', id })}
        />
      )}
    </>
  )
}
