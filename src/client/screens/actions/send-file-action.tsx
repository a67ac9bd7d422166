import type { ProblemCode } from '#shared/problem.ts'
import { botLink } from '#shared/links.ts'
import { useMessages } from '../../i18n/use-localization.ts'
import { ActionCell, LinkCell } from '../../ui/list.tsx'
import { PLANE } from '../../ui/first-icons.ts'
import { FILE } from '../../ui/icons.ts'
import { Toast } from '../../ui/toast.tsx'
import { ProblemNotice } from '../problem/problem-notice.tsx'
import { useServices } from '../context/context.ts'
import { useTask } from './use-task.ts'
import { useToast } from './use-toast.ts'

/** A line that has the bot send the member a file. */
export function SendFileAction({ send: sendOnce }: { send: () => Promise<unknown> }) {
  const { settings } = useMessages()
  const { send, isBusy, ...outcome } = useSendFile(sendOnce)
  return (
    <>
      <ActionCell icon={FILE} title={settings.sendFile} isBusy={isBusy} onPress={send} />
      <FileOutcome {...outcome} />
    </>
  )
}

type SendFileEnd = { problem: ProblemCode | null; toast: string | null }

/** Has the bot send the member a file. Show how that ended by {@link FileOutcome}. */
export function useSendFile(
  send: () => Promise<unknown>,
): SendFileEnd & { send: () => void; isBusy: boolean } {
  const { telegram } = useServices()
  const { settings } = useMessages()
  const { run, isBusy, problem } = useTask()
  const { showToast, toast } = useToast()
  const sendOnce = async () => {
    await send()
    telegram.haptic('success')
    showToast(settings.fileSent)
  }
  return { send: () => run(sendOnce), isBusy, problem, toast }
}

/** Whether the file is on its way. Where the bot may not write to the member, leads to its chat. */
export function FileOutcome({ problem, toast }: SendFileEnd) {
  const { boot, telegram } = useServices()
  const { settings } = useMessages()
  return (
    <>
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
