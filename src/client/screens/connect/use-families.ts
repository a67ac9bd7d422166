import { useEffect, useState } from 'react'
import { getRequest } from '#shared/api/get-request.ts'
import { FAMILIES, type Family } from '#shared/wallet.ts'
import { useCore } from '../use-core.ts'
import { useOfferedFamilies } from '../use-offered-families.ts'

/**
 * Families from which a wallet may be chosen: those that are offered and, for a connect request, asked
 * for. Null until that is known.
 *
 * @param request code of the connect request
 */
export function useFamilies(request: string | null): readonly Family[] | null {
  const { api } = useCore()
  const offered = useOfferedFamilies()
  const [asked, setAsked] = useState<readonly Family[] | null>(null)
  useEffect(() => {
    if (request === null) return
    const ask = async () => {
      const { families } = await api.call(getRequest, { id: request })
      setAsked(families)
    }
    // The server judges the answer, whatever is offered here.
    ask().catch(() => setAsked(FAMILIES))
  }, [api, request])
  if (request === null) return offered
  return asked === null ? null : offered.filter((family) => asked.includes(family))
}
