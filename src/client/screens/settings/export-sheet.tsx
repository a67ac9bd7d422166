import type { ResponseOf } from '#shared/api/endpoint.ts'
import type { exportMe } from '#shared/api/export-me.ts'
import { useMessages } from '../../i18n/use-speech.ts'
import { ActionCell } from '../../ui/cell.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Toast } from '../../ui/toast.tsx'
import { useCopy } from '../use-copy.ts'
import { useInterceptBack } from '../use-intercept-back.ts'
import { COPY } from '../../ui/icons/copy.ts'

type Props = { data: ResponseOf<typeof exportMe>; onClose: () => void }

/** The member's data to read and copy: Telegram's clients do not let a page save a file. */
export function ExportSheet({ data, onClose }: Props) {
  const { settings, common } = useMessages()
  const { copy, outcome } = useCopy()
  const text = JSON.stringify(data, null, 2)
  useInterceptBack(onClose)
  return (
    <Sheet title={settings.exportTitle} closeLabel={common.close} onClose={onClose}>
      <textarea
        className="data"
        dir="ltr"
        readOnly
        value={text}
        aria-label={settings.exportTitle}
      />
      <ActionCell icon={COPY} tone="accent" title={settings.copyAll} onPress={() => copy(text)} />
      <Toast text={outcome} />
    </Sheet>
  )
}
