import { useEffect } from 'react'
import { useServices } from '../context/context.ts'

/** Makes screen readers announce a change of state, once per change of the text. */
export function useAnnounce(text: string | null): void {
  const { announcement } = useServices()
  useEffect(() => {
    if (text !== null) announcement.set(text)
  }, [announcement, text])
}
