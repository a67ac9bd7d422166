import { useEffect, useState } from 'react'
import { getCosigning } from '#shared/api/get-cosigning.ts'
import { getRequest } from '#shared/api/get-request.ts'
import { COSIGNING_CODE } from '#shared/start-param.ts'
import { FAMILIES, type Family } from '#shared/wallet.ts'
import type { Api } from '../../api/call.ts'
import { useCore } from '../use-core.ts'
import { useOfferedFamilies } from '../use-offered-families.ts'

/**
 * Families from which a wallet may be chosen: those that are offered and, for a purpose, requested. Null until they are
 * known.
 *
 * @param purpose code of a connect request, or of a cosigning
 */
export function useFamilies(purpose: string | null): readonly Family[] | null {
  const { api } = useCore()
  const offered = useOfferedFamilies()
  const [asked, setAsked] = useState<readonly Family[] | null>(null)
  useEffect(() => {
    if (purpose === null) return
    // Allow all families here; the server judges the answer.
    askedFor(api, purpose).then(setAsked, () => setAsked(FAMILIES))
  }, [api, purpose])
  if (purpose === null) return offered
  return asked === null ? null : offered.filter((family) => asked.includes(family))
}

/** @throws ApiError */
async function askedFor(api: Api, purpose: string): Promise<readonly Family[]> {
  if (!COSIGNING_CODE.test(purpose)) return (await api.call(getRequest, { id: purpose })).families
  const { multisig } = await api.call(getCosigning, { id: purpose })
  return [multisig.family]
}
