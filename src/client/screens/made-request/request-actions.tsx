import { useState } from 'react'
import type { ResponseOf } from '#shared/api/endpoint.ts'
import { exportPeople } from '#shared/api/export-people.ts'
import { sendPeople } from '#shared/api/send-people.ts'
import type { MadeRequest } from '#shared/request.ts'
import type { RequestingMessages } from '../../i18n/messages.ts'
import { useMessages } from '../../i18n/use-localization.ts'
import { ActionCell } from '../../ui/cell.tsx'
import { CLOCK, CROSS, FILE } from '../../ui/icons.ts'
import { Section } from '../../ui/section.tsx'
import { ProblemNotice } from '../problem/problem-notice.tsx'
import { findExtension } from './find-extension.ts'
import type { MadeRequestStore } from './made-request.ts'
import { useCore } from '../context/use-core.ts'
import { useServices } from '../context/use-services.ts'
import { useTask } from '../actions/use-task.ts'
import { saveFile } from '../../ui/save-file.ts'
import { canSaveFiles } from '../actions/can-save-files.ts'
import { ExportSheet } from '../actions/export-sheet.tsx'
import { SendFileAction } from '../actions/send-file-action.tsx'

/** A file starts with it, for spreadsheets; copied text does not. */
const BYTE_ORDER_MARK = '\uFEFF'

type Props = { request: MadeRequest; store: MadeRequestStore; messages: RequestingMessages }

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

function Export({ request: { code }, messages }: Props) {
  const { api } = useCore()
  const { run, isBusy, problem } = useTask()
  const [exported, setExported] = useState<ResponseOf<typeof exportPeople> | null>(null)
  const read = async () => setExported(await api.call(exportPeople, { id: code }))
  return (
    <>
      <ActionCell icon={FILE} title={messages.export} isBusy={isBusy} onPress={() => run(read)} />
      <ProblemNotice code={problem} />
      {exported !== null && (
        <AnswersSheet
          code={code}
          answers={exported}
          onClose={() => setExported(null)}
          messages={messages}
        />
      )}
    </>
  )
}

function Extend({ request, store, messages }: Props) {
  const { now, telegram } = useServices()
  const { run, isBusy, problem } = useTask()
  const extend = async () => {
    await store.extend()
    telegram.haptic('success')
  }
  if (findExtension(request, now()) === null) return null
  return (
    <>
      <ActionCell
        icon={CLOCK}
        title={request.state === 'open' ? messages.extend : messages.reopen}
        isBusy={isBusy}
        onPress={() => run(extend)}
      />
      <ProblemNotice code={problem} />
    </>
  )
}

function Close({ store, messages }: Props) {
  const { telegram } = useServices()
  const { common } = useMessages()
  const { run, isBusy, problem } = useTask()
  const close = async () => {
    const question = { ...messages.closeAsk, cancel: common.cancel, destructive: true }
    if (!(await telegram.ask(question))) return
    await store.close()
    telegram.haptic('success')
  }
  return (
    <>
      <ActionCell
        icon={CROSS}
        tone="destructive"
        title={messages.close}
        isBusy={isBusy}
        onPress={() => run(close)}
      />
      <ProblemNotice code={problem} />
    </>
  )
}

type AnswersSheetProps = {
  code: string
  answers: ResponseOf<typeof exportPeople>
  onClose: () => void
  messages: RequestingMessages
}

/** The answers as a table: to copy, and to save; where a page saves no files, the bot sends it. */
function AnswersSheet({ code, answers, onClose, messages }: AnswersSheetProps) {
  const { api } = useCore()
  const { telegram } = useServices()
  const { fileName, csv } = answers
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
