/** Hours and minutes of a Unix time in seconds. */
export function getClock(date: number): string {
  return new Date(date * 1000).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
}
