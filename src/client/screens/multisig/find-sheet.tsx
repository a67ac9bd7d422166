import { type RefObject, type SubmitEvent, useId, useRef, useState } from 'react'
import * as v from 'valibot'
import type { RequestOf, ResponseOf } from '#shared/api/endpoint.ts'
import { lookUpMultisig } from '#shared/api/look-up-multisig.ts'
import type { ProblemCode } from '#shared/problem.ts'
import { parseTonAddress } from '#shared/ton-address.ts'
import { EvmAddressSchema } from '#shared/address.ts'
import type { Multisig } from '#shared/multisig.ts'
import { LinkCell, Section } from '../../ui/list.tsx'
import { OWNERS } from '../../ui/icons.ts'
import { SkeletonCell } from '../../ui/skeleton.tsx'
import { ScreenSheet } from '../screen/screen-sheet.tsx'
import { useMessagesOf } from '../arriving/use-section.ts'
import { useProblemSentence } from '../problem/use-problem-sentence.ts'
import { useCore, useServices } from '../context/context.ts'
import { useOfferedFamilies } from '../device/use-offered-families.ts'
import { useTask } from '../actions/use-task.ts'
import { multisigLine } from './multisig-line.tsx'

/** Chain prefix that some apps put before an address (EIP-3770): `oeth:0x…`. Ignored, because we query every chain. */
const CHAIN_PREFIX = /^[a-z0-9-]+:(?=0x)/u

type LookUpResult = ResponseOf<typeof lookUpMultisig>

type Target = RequestOf<typeof lookUpMultisig>

type FindSheetProps = { onClose: () => void; onFound: (multisig: Multisig) => void }

/** Finds a multisig by its address on all chains. A single result is taken immediately. */
export function FindSheet({ onClose, onFound }: FindSheetProps) {
  const { find: messages } = useMessagesOf('multisig')
  const isClosed = useRef(false)
  const { find, isBusy, problem, found } = useFind(isClosed, onFound)
  const close = () => {
    isClosed.current = true
    onClose()
  }
  return (
    <ScreenSheet title={messages.title} onClose={close}>
      <AddressField problem={problem} isBusy={isBusy} onFind={find} />
      {isBusy && <SkeletonCell />}
      {found !== null && <FoundSection found={found} onFound={onFound} />}
    </ScreenSheet>
  )
}

/** @param isClosed true after the member has closed the sheet or moved on: then the result is not taken */
function useFind(isClosed: RefObject<boolean>, onFound: FindSheetProps['onFound']) {
  const { api } = useCore()
  const { router } = useServices()
  const { run, isBusy, problem } = useTask()
  const [found, setFound] = useState<LookUpResult | null>(null)
  const look = async (target: Target) => {
    setFound(null)
    const from = router.route.get()
    const answer = await api.call(lookUpMultisig, { body: target })
    const [only, ...others] = answer.multisigs
    const isSingle = only !== undefined && others.length === 0 && answer.isComplete
    if (!isSingle) return setFound(answer)
    const isHere = !isClosed.current && router.route.get() === from
    if (isHere) onFound(only)
  }
  return { find: (target: Target) => run(() => look(target)), isBusy, problem, found }
}

type FindFieldProps = {
  /** Why the last search failed. */
  problem: ProblemCode | null
  isBusy: boolean
  onFind: (target: Target) => void
}

function AddressField({ problem, isBusy, onFind }: FindFieldProps) {
  const { find } = useMessagesOf('multisig')
  const offered = useOfferedFamilies()
  const [text, setText] = useState('')
  const [isRefused, setRefused] = useState(false)
  const sentence = useProblemSentence(problem)
  const noteId = useId()
  const type = (typed: string) => {
    setText(typed)
    setRefused(false)
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const target = toTarget(text)
    const found = target !== null && offered.includes(target.family) ? target : null
    setRefused(found === null)
    if (found !== null) onFind(found)
  }
  const note = isRefused ? find.refused : (sentence ?? find.note)
  return (
    <Section footer={<output id={noteId}>{note}</output>}>
      <form className="cell cell-field" onSubmit={submit}>
        <input
          className="field"
          value={text}
          onChange={(event) => type(event.target.value)}
          placeholder={find.address}
          aria-label={find.address}
          aria-describedby={noteId}
          aria-invalid={isRefused}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="search"
          {...(text !== '' && { dir: 'ltr' })}
        />
        {text.trim() !== '' && (
          <button type="submit" className="field-save" aria-busy={isBusy}>
            {find.go}
          </button>
        )}
      </form>
    </Section>
  )
}

/** The same address may be a separate multisig on each of several chains. */
function FoundSection({
  found,
  onFound,
}: Pick<FindSheetProps, 'onFound'> & { found: LookUpResult }) {
  const { find, list } = useMessagesOf('multisig')
  return (
    <Section header={find.found} footer={found.isComplete ? undefined : list.partial}>
      {found.multisigs.map((multisig) => (
        <LinkCell
          key={multisig.id}
          icon={OWNERS}
          {...multisigLine(multisig)}
          onPress={() => onFound(multisig)}
        />
      ))}
    </Section>
  )
}

/** The address that a member has pasted, of whatever family; null where there is none. */
function toTarget(text: string): Target | null {
  const trimmed = text.trim()
  if (parseTonAddress(trimmed) !== null) return { family: 'ton', address: trimmed }
  const address = trimmed.replace(CHAIN_PREFIX, '')
  return v.is(EvmAddressSchema, address) ? { family: 'evm', address } : null
}
