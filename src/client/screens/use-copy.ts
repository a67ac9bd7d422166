import { useMessages } from '../i18n/use-localization.ts'
import { copyText } from '../ui/copy-text.ts'
import { useToast } from './use-toast.ts'
import { useServices } from './use-services.ts'

type Copy = {
  /** Call inside the tap. */
  copy: (text: string) => void
  /** The latest result, for a toast; null when there is nothing to say. */
  outcome: string | null
}

export function useCopy(): Copy {
  const { telegram } = useServices()
  const { common } = useMessages()
  const { showToast, toast } = useToast()
  const copy = async (text: string) => {
    const isCopied = await copyText(text)
    telegram.haptic(isCopied ? 'selection' : 'warning')
    showToast(isCopied ? common.copied : common.copyFailed)
  }
  return { copy: (text) => void copy(text), outcome: toast }
}
