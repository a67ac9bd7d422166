import { useState } from 'react'
import { useMessages } from '../i18n/use-speech.ts'
import { copyText } from '../ui/copy-text.ts'
import { useAnnounce } from './use-announce.ts'
import { useServices } from './use-services.ts'

type Copy = {
  /** Call inside the tap. */
  copy: (text: string) => void
  /** What came of it, to be shown; null before the first try. */
  outcome: string | null
}

export function useCopy(): Copy {
  const { telegram } = useServices()
  const { common } = useMessages()
  const [outcome, setOutcome] = useState<string | null>(null)
  useAnnounce(outcome)
  const copy = async (text: string) => {
    const isCopied = await copyText(text)
    telegram.haptic(isCopied ? 'selection' : 'warning')
    setOutcome(isCopied ? common.copied : common.copyFailed)
  }
  return { copy: (text) => void copy(text), outcome }
}
