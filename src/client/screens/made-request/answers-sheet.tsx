import type { ResponseOf } from '#shared/api/endpoint.ts'
import type { exportPeople } from '#shared/api/export-people.ts'
import type { RequestingMessages } from '../../i18n/messages.ts'
import { ActionCell } from '../../ui/cell.tsx'
import { FILE } from '../../ui/icons.ts'
import { saveFile } from '../../ui/save-file.ts'
import { canSaveFiles } from '../can-save-files.ts'
import { ExportSheet } from '../export-sheet.tsx'
import { useServices } from '../use-services.ts'

/** A file starts with it, for spreadsheets; copied text does not. */
const BYTE_ORDER_MARK = '\uFEFF'

type Props = {
  answers: ResponseOf<typeof exportPeople>
  onClose: () => void
  messages: RequestingMessages
}

/** The answers as a table, to copy, or to save where a page can save files. */
export function AnswersSheet({ answers: { fileName, csv }, onClose, messages }: Props) {
  const { telegram } = useServices()
  const save = () => saveFile({ name: fileName, type: 'text/csv;charset=utf-8', text: csv })
  return (
    <ExportSheet
      title={messages.exportTitle}
      text={csv.replace(BYTE_ORDER_MARK, '')}
      onClose={onClose}
    >
      {canSaveFiles(telegram.platform) && (
        <ActionCell icon={FILE} tone="accent" title={messages.save} onPress={save} />
      )}
    </ExportSheet>
  )
}
