import * as v from 'valibot'

/** What the benchmark tells this process: payloads for which attempts must stand ready. */
export type Seed = { payloads: string[]; publicUrl: string }
/** What it hears back: the port, and a token and attempt for each payload in order. */
export const ReadySchema = v.object({
  port: v.number(),
  attempts: v.array(v.object({ token: v.string(), id: v.string() })),
})
export type Ready = v.InferOutput<typeof ReadySchema>
