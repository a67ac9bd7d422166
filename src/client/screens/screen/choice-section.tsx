import { Section } from '../../ui/list.tsx'
import { SegmentedControl } from '../../ui/segmented-control.tsx'

const ANY = 'any'

type Props<Value extends string> = {
  header: string
  values: readonly Value[]
  names: Readonly<Record<Value, string>>
  /** Name of the option for none of them. */
  any: string
  /** Null for any. */
  chosen: Value | null
  onChoose: (value: Value | null) => void
}

/** A choice of one from a few values, or of any. */
export function ChoiceSection<Value extends string>(props: Props<Value>) {
  const { header, values, names, any, chosen, onChoose } = props
  return (
    <Section header={header}>
      <div className="cell">
        <SegmentedControl<Value | typeof ANY>
          label={header}
          options={[
            { value: ANY, name: any },
            ...values.map((value) => ({ value, name: names[value] })),
          ]}
          value={chosen ?? ANY}
          onChoose={(value) => onChoose(value === ANY ? null : value)}
        />
      </div>
    </Section>
  )
}
