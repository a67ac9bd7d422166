import { type SubmitEvent, useId, useState } from 'react'
import * as v from 'valibot'
import { LabelSchema } from '#shared/label.ts'
import type { Wallet } from '#shared/wallet.ts'
import { useMessages } from '../../i18n/use-localization.ts'
import { Section } from '../../ui/section.tsx'
import { useProblemSentence } from '../problem/use-problem-sentence.ts'
import { useCore } from '../use-core.ts'
import { useTask } from '../use-task.ts'

/** The member's own name for the wallet; an empty one removes it. */
export function LabelField({ wallet }: { wallet: Wallet }) {
  const { member } = useCore()
  const { wallet: messages } = useMessages()
  const { run, isBusy, problem } = useTask()
  const sentence = useProblemSentence(problem)
  const saved = wallet.label ?? ''
  // Keep what the member is typing, even if the label changes meanwhile.
  const [typed, setTyped] = useState<string | null>(null)
  const text = typed ?? saved
  const noteId = useId()
  const isAllowed = text.trim() === '' || v.is(LabelSchema, text)
  const isChanged = text.trim() !== saved
  const save = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isAllowed && isChanged) run(() => write(text))
  }
  const write = async (written: string) => {
    const label = written.trim() === '' ? null : written.trim()
    await member.updateWallet(wallet.id, { label })
    setTyped((current) => (current === written ? null : current))
  }
  const refusal = isAllowed ? messages.labelNote : messages.labelRefused
  return (
    <Section header={messages.label} footer={<output id={noteId}>{sentence ?? refusal}</output>}>
      <form className="cell cell-field" onSubmit={save}>
        <input
          className="field"
          value={text}
          onChange={(event) => setTyped(event.target.value)}
          placeholder={messages.labelPlaceholder}
          aria-label={messages.label}
          aria-describedby={noteId}
          aria-invalid={!isAllowed}
          autoComplete="off"
          enterKeyHint="done"
          {...(text !== '' && { dir: 'auto' })}
        />
        {isChanged && (
          <button type="submit" className="field-save" disabled={!isAllowed} aria-busy={isBusy}>
            {messages.save}
          </button>
        )}
      </form>
    </Section>
  )
}
