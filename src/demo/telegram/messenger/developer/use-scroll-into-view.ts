import { type RefObject, useEffect, useRef } from 'react'

/** Scrolls to what has just been opened. */
export function useScrollIntoView(): RefObject<HTMLElement | null> {
  const place = useRef<HTMLElement>(null)
  useEffect(() => {
    place.current?.scrollIntoView()
  }, [])
  return place
}
