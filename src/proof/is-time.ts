const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** Whether a text is a time that exists, in UTC and with milliseconds: `2026-01-31T23:59:59.000Z`. */
export function isTime(text: string): boolean {
  const time = TIME.test(text) ? Date.parse(text) : Number.NaN
  return !Number.isNaN(time) && new Date(time).toISOString() === text
}
