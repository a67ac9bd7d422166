import { useEffect, useState } from 'react'
import { listMultisigs } from '#shared/api/list-multisigs.ts'
import type { Multisig } from '#shared/multisig.ts'
import { ActionCell, Section } from '../../ui/list.tsx'
import { LINK } from '../../ui/icons.ts'
import { RadioCell } from '../../ui/radio-cell.tsx'
import { useMessagesOf } from '../arriving/use-section.ts'
import { useCore, useMe } from '../context/context.ts'
import { FindSheet } from '../multisig/find-sheet.tsx'
import { multisigLine } from '../multisig/multisig-line.tsx'

type Props = {
  chosen: Multisig | null
  onChoose: (multisig: Multisig) => void
  /** Whether the sheet that finds one is open. */
  isFinding: boolean
  onFind: (isFinding: boolean) => void
}

/** The multisigs that the member's wallets sign for, those found here, and a way to find another by its address. */
export function MultisigChoice({ chosen, onChoose, isFinding, onFind }: Props) {
  const { door: messages } = useMessagesOf('door')
  const signed = useSigned()
  const [found, setFound] = useState<readonly Multisig[]>(chosen === null ? [] : [chosen])
  const known = new Map([...found, ...signed].map((multisig) => [multisig.id, multisig]))
  return (
    <Section header={messages.multisig}>
      {[...known.values()].map((multisig) => (
        <RadioCell
          key={multisig.id}
          group="multisig"
          {...multisigLine(multisig)}
          isChosen={multisig.id === chosen?.id}
          onChoose={() => onChoose(multisig)}
        />
      ))}
      <ActionCell icon={LINK} tone="accent" title={messages.find} onPress={() => onFind(true)} />
      {isFinding && (
        <FindSheet
          onClose={() => onFind(false)}
          onFound={(multisig) => {
            setFound([multisig, ...found])
            onFind(false)
            onChoose(multisig)
          }}
        />
      )}
    </Section>
  )
}

/** As far as the chains answer: an address finds all others. */
function useSigned(): readonly Multisig[] {
  const { api } = useCore()
  const ids =
    useMe()
      ?.wallets.filter(({ level }) => level === 'key')
      .map(({ id }) => id) ?? []
  const all = ids.join(' ')
  const [signed, setSigned] = useState<readonly Multisig[]>([])
  useEffect(() => {
    let isGone = false
    const read = async (id: string) => {
      const { multisigs } = await api.call(listMultisigs, { id }).catch(() => ({ multisigs: [] }))
      if (!isGone) setSigned((before) => [...before, ...multisigs])
    }
    all
      .split(' ')
      .filter(Boolean)
      .forEach((id) => void read(id))
    return () => {
      isGone = true
    }
  }, [api, all])
  return signed
}
