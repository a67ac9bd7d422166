import { botLink } from '#shared/links.ts'
import { useMessages } from '../../i18n/use-localization.ts'
import { ActionCell, LinkCell } from '../../ui/cell.tsx'
import { PLANE } from '../../ui/first-icons.ts'
import { FILE } from '../../ui/icons.ts'
import { Toast } from '../../ui/toast.tsx'
import { ProblemNotice } from '../problem/problem-notice.tsx'
import { useServices } from '../context/use-services.ts'
import { useTask } from './use-task.ts'
import { useToast } from './use-toast.ts'

type Props = {
  /** @default that the bot sends it as a file */
  title?: string
  send: () => Promise<unknown>
}

/** Has the bot send the member a file. Where the bot may not write to them, leads to its chat. */
export function SendFileAction({ title, send }: Props) {
  const { boot, telegram } = useServices()
  const { settings } = useMessages()
  const { run, isBusy, problem } = useTask()
  const { showToast, toast } = useToast()
  const sendOnce = async () => {
    await send()
    telegram.haptic('success')
    showToast(settings.fileSent)
  }
  return (
    <>
      <ActionCell
        icon={FILE}
        title={title ?? settings.sendFile}
        isBusy={isBusy}
        onPress={() => run(sendOnce)}
      />
      <ProblemNotice code={problem} />
      {problem === 'proof-undeliverable' && (
        <LinkCell
          icon={PLANE}
          tone="accent"
          title={settings.openChat}
          onPress={() => telegram.openTelegramLink(botLink(boot.bot))}
        />
      )}
      <Toast text={toast} />
    </>
  )
}
