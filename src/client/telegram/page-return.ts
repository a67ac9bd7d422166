/** Calls back each time the page is shown or focused again, or restored from the browser's back/forward cache. */
export function onPageReturn(listener: () => void): () => void {
  const onVisibility = () => {
    if (document.visibilityState === 'visible') listener()
  }
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) listener()
  }
  document.addEventListener('visibilitychange', onVisibility)
  window.addEventListener('focus', listener)
  window.addEventListener('pageshow', onShow)
  return () => {
    document.removeEventListener('visibilitychange', onVisibility)
    window.removeEventListener('focus', listener)
    window.removeEventListener('pageshow', onShow)
  }
}
