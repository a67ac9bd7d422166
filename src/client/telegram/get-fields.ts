/** The fields of an event's data; none where the client sends something else. */
export function getFields(data: unknown): Readonly<Record<string, unknown>> {
  return typeof data === 'object' && data !== null ? { ...data } : {}
}
