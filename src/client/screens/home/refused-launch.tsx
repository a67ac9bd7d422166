import { useStore } from '../../use-store.ts'
import { ProblemNotice } from '../problem/problem-notice.tsx'
import { useCore } from '../context/use-services.ts'

/** Why a launch that was to sign a proof was not stored, or made nobody an admin. Nothing for any other launch. */
export function RefusedLaunch() {
  const { adminLink, proofLaunch } = useCore()
  const state = useStore(proofLaunch)
  const refusal = useStore(adminLink)
  return <ProblemNotice code={state.status === 'refused' ? state.code : refusal} />
}
