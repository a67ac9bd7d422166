type Option<Value extends string> = { value: Value; label: string }

type SelectRowProps<Value extends string> = {
  label: string
  testId: string
  value: Value
  options: Option<Value>[]
  onChange: (value: Value) => void
}

/** A labelled native select as one row of a card. */
export function SelectRow<Value extends string>(props: SelectRowProps<Value>) {
  const { label, testId, value, options, onChange } = props
  return (
    <label className="select-row">
      <span>{label}</span>
      <select
        data-testid={testId}
        value={value}
        onChange={({ currentTarget }) => {
          const chosen = options[currentTarget.selectedIndex]
          if (chosen) onChange(chosen.value)
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  )
}
