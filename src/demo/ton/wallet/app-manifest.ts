import * as v from 'valibot'

const HttpUrl = v.pipe(v.string(), v.url(), v.regex(/^https?:/))
const ManifestSchema = v.object({ url: HttpUrl, name: v.string(), iconUrl: HttpUrl })

/** The requesting app's description of itself. */
export type AppManifest = v.InferOutput<typeof ManifestSchema>

export type ManifestAnswer =
  | { kind: 'manifest'; manifest: AppManifest }
  | { kind: 'failure'; reason: 'manifest-not-found' | 'manifest-malformed' }

export async function fetchAppManifest(manifestUrl: string): Promise<ManifestAnswer> {
  const response = await fetch(manifestUrl).catch(() => null)
  if (!response?.ok) return { kind: 'failure', reason: 'manifest-not-found' }
  const body: unknown = await response.json().catch(() => null)
  const parsed = v.safeParse(ManifestSchema, body)
  if (!parsed.success) return { kind: 'failure', reason: 'manifest-malformed' }
  return { kind: 'manifest', manifest: parsed.output }
}

/** What a proof is signed for: the host of the app's own address, with a port that is not the default. */
export function appDomain(manifest: AppManifest): string {
  return new URL(manifest.url).host
}
