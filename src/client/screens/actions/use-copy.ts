import { useMessages } from '../../i18n/use-localization.ts'
import { useToast } from './use-toast.ts'
import { useServices } from '../context/context.ts'

export function useCopy() {
  const { telegram } = useServices()
  const { common } = useMessages()
  const { showToast, toast } = useToast()
  const copy = async (text: string) => {
    const isCopied = await copyText(text)
    telegram.haptic(isCopied ? 'selection' : 'warning')
    showToast(isCopied ? common.copied : common.copyFailed)
  }
  return {
    /** Call inside the tap. */
    copy: (text: string) => void copy(text),
    /** The latest result, for a toast; null when there is nothing to say. */
    outcome: toast,
  }
}

/** Puts the text on the clipboard; false where the client forbids it. Call inside the tap. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

/** For clients that show the page in a frame without the clipboard permission. */
function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea')
  area.value = text
  area.readOnly = true
  area.className = 'hidden'
  document.body.append(area)
  area.select()
  try {
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    area.remove()
  }
}
