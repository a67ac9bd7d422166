import { useMessages } from '../../i18n/use-localization.ts'
import { Button } from '../../ui/button.tsx'
import { useCore } from '../context/use-services.ts'

/** A wallet opens only inside a tap on the page, so this is never Telegram's own button. */
export function OpenAgain({ text }: { text?: string }) {
  const { attempts } = useCore()
  const { attempt } = useMessages()
  return (
    <div className="actions">
      <Button onPress={() => attempts.reopen()}>{text ?? attempt.reopen}</Button>
    </div>
  )
}
