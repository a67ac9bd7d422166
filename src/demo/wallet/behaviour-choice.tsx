import { SelectRow } from './select-row.tsx'

type BehaviourChoiceProps<Behaviour extends string> = {
  value: Behaviour
  options: readonly Behaviour[]
  labels: Readonly<Record<Behaviour, string>>
  onChange: (value: Behaviour) => void
}

/** How the wallet answers when its owner approves, at the end of every request. */
export function BehaviourChoice<Behaviour extends string>(props: BehaviourChoiceProps<Behaviour>) {
  const { value, options, labels, onChange } = props
  return (
    <>
      <p className="note">No money moves, and it costs nothing.</p>
      <h2>For testing</h2>
      <section className="card">
        <SelectRow
          label="Approve answers"
          testId="behaviour"
          value={value}
          options={options.map((option) => ({ value: option, label: labels[option] }))}
          onChange={onChange}
        />
      </section>
    </>
  )
}
