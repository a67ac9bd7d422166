import { useState } from 'react'
import type { ResponseOf } from '#shared/api/endpoint.ts'
import { exportPeople } from '#shared/api/export-people.ts'
import { sendPeople } from '#shared/api/send-people.ts'
import type { MadeRequest } from '#shared/request.ts'
import { ActionCell, Section } from '../../ui/list.tsx'
import { CLOCK, CROSS, FILE } from '../../ui/icons.ts'
import { TaskCell } from '../actions/task-cell.tsx'
import { useMessagesOf } from '../arriving/use-section.ts'
import { findExtension, type MadeRequestStore } from './made-request.ts'
import { useCore, useServices } from '../context/context.ts'
import { saveFile } from '../../ui/save-file.ts'
import { canSaveFiles } from '../actions/can-save-files.ts'
import { ExportSheet } from '../actions/export-sheet.tsx'
import { SendFileAction } from '../actions/send-file-action.tsx'

/** A file starts with it, for spreadsheets; copied text does not. */
const BYTE_ORDER_MARK = '\uFEFF'

type Props = { request: MadeRequest; store: MadeRequestStore }

/** Export the answers as a table, unless they are withheld, extend the request, or close it. */
export function RequestActions({ isWithheld, ...props }: Props & { isWithheld: boolean }) {
  return (
    <Section>
      {!isWithheld && <Export {...props} />}
      <Extend {...props} />
      {props.request.state !== 'closed' && <Close {...props} />}
    </Section>
  )
}

type ExportedAnswers = ResponseOf<typeof exportPeople>

function Export({ request: { code } }: Props) {
  const { api } = useCore()
  const messages = useMessagesOf('requesting')
  const [exported, setExported] = useState<ExportedAnswers | null>(null)
  const read = async () => setExported(await api.call(exportPeople, { id: code }))
  return (
    <>
      <TaskCell icon={FILE} title={messages.export} work={read} />
      {exported !== null && (
        <AnswersSheet code={code} answers={exported} onClose={() => setExported(null)} />
      )}
    </>
  )
}

function Extend({ request, store }: Props) {
  const { now } = useServices()
  const messages = useMessagesOf('requesting')
  if (findExtension(request, now()) === null) return null
  const title = request.state === 'open' ? messages.extend : messages.reopen
  return <TaskCell icon={CLOCK} title={title} work={() => store.extend()} hasHaptic />
}

function Close({ store }: Props) {
  const messages = useMessagesOf('requesting')
  return (
    <TaskCell
      icon={CROSS}
      tone="destructive"
      title={messages.close}
      loss={messages.closeAsk}
      work={() => store.close()}
      hasHaptic
    />
  )
}

type AnswersSheetProps = { code: string; answers: ExportedAnswers; onClose: () => void }

/** The answers as a table: to copy, and to save; where a page saves no files, the bot sends it. */
function AnswersSheet({ code, answers: { fileName, csv }, onClose }: AnswersSheetProps) {
  const { api } = useCore()
  const { telegram } = useServices()
  const messages = useMessagesOf('requesting')
  const save = () => saveFile({ name: fileName, type: 'text/csv;charset=utf-8', text: csv })
  return (
    <ExportSheet
      title={messages.exportTitle}
      text={csv.replace(BYTE_ORDER_MARK, '')}
      onClose={onClose}
    >
      {canSaveFiles(telegram.platform) ? (
        <ActionCell icon={FILE} tone="accent" title={messages.save} onPress={save} />
      ) : (
        <SendFileAction send={() => api.call(sendPeople, { id: code })} />
      )}
    </ExportSheet>
  )
}
