import type { ReactNode } from 'react'

type Props = {
  children: ReactNode
  onPress: () => void
  onIntent?: () => void
  /** @default 'primary' */
  kind?: 'primary' | 'quiet' | 'destructive'
  /** @default false */
  isBusy?: boolean
  /** @default false */
  isDisabled?: boolean
  /** Name under which a tap before hydration is stored. */
  intent?: string
}

export function Button({
  children,
  onPress,
  onIntent,
  kind = 'primary',
  isBusy = false,
  isDisabled = false,
  intent,
}: Props) {
  return (
    <button
      type="button"
      className={`button button-${kind}`}
      onClick={onPress}
      onPointerDown={onIntent}
      disabled={isDisabled}
      aria-busy={isBusy}
      data-intent={intent}
    >
      {children}
    </button>
  )
}
