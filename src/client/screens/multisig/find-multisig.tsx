import { useState } from 'react'
import type { MultisigMessages } from '../../i18n/messages.ts'
import { ActionCell } from '../../ui/cell.tsx'
import { LINK } from '../../ui/icons.ts'
import { FindSheet } from './find-sheet.tsx'

/** Opens the sheet that finds a multisig which no list here has. */
export function FindMultisig({ messages }: { messages: MultisigMessages }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <ActionCell icon={LINK} title={messages.find.title} onPress={() => setOpen(true)} />
      {isOpen && <FindSheet onClose={() => setOpen(false)} messages={messages} />}
    </>
  )
}
