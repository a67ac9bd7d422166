/** A new tab that knows nothing of this page. */
export function openOutside(url: string): void {
  window.open(url, '_blank', 'noopener,noreferrer')
}
