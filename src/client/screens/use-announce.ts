import { useEffect } from 'react'
import { useServices } from './use-services.ts'

/** Lets screen readers say a change of state, once each time that the text changes. */
export function useAnnounce(text: string | null): void {
  const { announcement } = useServices()
  useEffect(() => {
    if (text !== null) announcement.set(text)
  }, [announcement, text])
}
