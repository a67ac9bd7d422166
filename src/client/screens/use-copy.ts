import { useEffect, useState } from 'react'
import { useMessages } from '../i18n/use-speech.ts'
import { copyText } from '../ui/copy-text.ts'
import { useServices } from './use-services.ts'

/** How long it is said what came of it. */
const SAID_MS = 2_500

type Copy = {
  /** Call inside the tap. */
  copy: (text: string) => void
  /** What has just come of it, for a toast; null when there is nothing to say. */
  outcome: string | null
}

export function useCopy(): Copy {
  const { telegram } = useServices()
  const { common } = useMessages()
  // A new object for every try, so that each is said as long.
  const [last, setLast] = useState<{ isCopied: boolean } | null>(null)
  useEffect(() => {
    if (last === null) return
    const timer = setTimeout(() => setLast(null), SAID_MS)
    return () => clearTimeout(timer)
  }, [last])
  const copy = async (text: string) => {
    const isCopied = await copyText(text)
    telegram.haptic(isCopied ? 'selection' : 'warning')
    setLast({ isCopied })
  }
  const outcome = last && (last.isCopied ? common.copied : common.copyFailed)
  return { copy: (text) => void copy(text), outcome }
}
