import * as v from 'valibot'

/** One method of the web events protocol, app to client: https://core.telegram.org/api/web-events */
export type AppMethod = {
  /** Protocol version that brought it. */
  since: string
  run(eventData: unknown): 'done' | 'malformed'
}
export type AppMethods = Record<string, AppMethod>

export function appMethod<Schema extends v.GenericSchema>(
  since: string,
  schema: Schema,
  run: (parameters: v.InferOutput<Schema>) => void,
): AppMethod {
  return {
    since,
    run(eventData) {
      const parsed = v.safeParse(schema, eventData ?? {})
      if (!parsed.success) return 'malformed'
      run(parsed.output)
      return 'done'
    },
  }
}

export function plainMethod(since: string, run: () => void): AppMethod {
  return appMethod(since, v.unknown(), run)
}

/** `#rgb` is refused as clients refuse it. */
export const ColorSchema = v.pipe(v.string(), v.regex(/^#[\da-f]{6}$/i))
export const RequestIdSchema = v.object({ req_id: v.string() })
