import { useEffect, useState } from 'react'
import * as v from 'valibot'

/** What the operator's server of the demo tells a reader; null until it has arrived. A new path asks anew. */
export function useMaterial<Schema extends v.GenericSchema>(
  path: `/operator/${string}`,
  schema: Schema,
): v.InferOutput<Schema> | null {
  const [material, setMaterial] = useState<v.InferOutput<Schema> | null>(null)
  useEffect(() => {
    const abort = new AbortController()
    const load = async () => {
      const response = await fetch(path, { signal: abort.signal })
      setMaterial(v.parse(schema, await response.json()))
    }
    // Without the server the page says that it has stopped.
    load().catch(() => {})
    return () => abort.abort()
  }, [path, schema])
  return material
}
