import { withoutMiddle } from './without-middle.ts'

type Props = {
  value: string
  /** Only both ends, on one line. @default false */
  isShort?: boolean
}

/** Groups of four; what says that a code is in hexadecimal stands before the first, as in the short form. */
const CHUNK = /(?:^0x)?.{1,4}/gu

/**
 * A long code that can be compared by eye, from left to right in every language: in full, in groups that are read out
 * one by one, or its two ends, which are such groups.
 */
export function Address({ value, isShort = false }: Props) {
  if (isShort) {
    return (
      <span className="address-short" dir="ltr">
        {withoutMiddle(value)}
      </span>
    )
  }
  const chunks = value.match(CHUNK) ?? []
  return (
    <span className="address" dir="ltr">
      <span className="hidden">{chunks.join(', ')}</span>
      <span className="address-chunks" aria-hidden="true">
        {chunks.join(' ')}
      </span>
    </span>
  )
}
