type Props = {
  testId: string
  label: string
  isOn: boolean
  onChange: (isOn: boolean) => void
}

export function Switch({ testId, label, isOn, onChange }: Props) {
  return (
    <label className="field">
      <span>{label}</span>
      <input
        type="checkbox"
        className="switch"
        data-testid={testId}
        checked={isOn}
        onChange={(event) => onChange(event.target.checked)}
      />
    </label>
  )
}
