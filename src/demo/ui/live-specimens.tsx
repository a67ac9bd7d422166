import { useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { RadioCell } from '#client/ui/radio-cell.tsx'
import { Section } from '#client/ui/list.tsx'
import { SegmentedControl } from '#client/ui/segmented-control.tsx'
import { Sheet } from '#client/ui/sheet.tsx'
import { SwitchCell } from '#client/ui/switch-cell.tsx'
import { Toast } from '#client/ui/toast.tsx'
import type { Samples } from './samples.ts'

type Props = { samples: Samples }

export function OpenSheet({ samples }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button kind="quiet" onPress={() => setOpen(true)}>
        Open the sheet
      </Button>
      {isOpen && (
        <Sheet title={samples.title} closeLabel={samples.close} onClose={() => setOpen(false)}>
          <div className="qr-place">{samples.sentence}</div>
        </Sheet>
      )}
    </>
  )
}

export function ShowToast({ samples }: Props) {
  const [text, setText] = useState<string | null>(null)
  return (
    <>
      <Button kind="quiet" onPress={() => setText(text === null ? samples.sentence : null)}>
        Show or hide the toast
      </Button>
      <Toast text={text} />
    </>
  )
}

export function ChooseOne({ samples }: Props) {
  const [chosen, setChosen] = useState('first')
  return (
    <Section header={samples.mark}>
      <RadioCell
        group="choice"
        title={samples.name}
        subtitle={samples.sentence}
        isChosen={chosen === 'first'}
        onChoose={() => setChosen('first')}
      />
      <RadioCell
        group="choice"
        title={samples.quiet}
        isChosen={chosen === 'second'}
        onChoose={() => setChosen('second')}
      />
    </Section>
  )
}

export function TurnOn({ title, isFirstOn }: { title: string; isFirstOn: boolean }) {
  const [isOn, setOn] = useState(isFirstOn)
  return (
    <Section>
      <SwitchCell title={title} isOn={isOn} onChange={setOn} />
    </Section>
  )
}

/** @param names of what is chosen between */
export function ChooseSegment({ names }: { names: readonly string[] }) {
  const [chosen, setChosen] = useState(names[0] ?? '')
  return (
    <SegmentedControl
      label={names.join(', ')}
      options={names.map((name) => ({ value: name, name }))}
      value={chosen}
      onChoose={setChosen}
    />
  )
}
