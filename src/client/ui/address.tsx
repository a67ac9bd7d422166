import { Fragment } from 'react'
import { withoutMiddle } from './without-middle.ts'

type Props = {
  value: string
  /** Only the two ends, on one line. @default false */
  isShort?: boolean
}

/** Groups of four; the `0x` of a hexadecimal code stands before the first group, as in the short form. */
const CHUNK = /(?:^0x)?.{1,4}/gu

/**
 * A long code that can be compared by eye, from left to right in every language: either in full, in groups that are
 * read out one by one, or its two ends, which are such groups.
 */
export function Address({ value, isShort = false }: Props) {
  if (isShort) {
    return (
      <span className="address-short" dir="ltr">
        {withoutMiddle(value)}
      </span>
    )
  }
  const chunks = [...value.matchAll(CHUNK)]
  return (
    <span className="address" dir="ltr">
      <span className="hidden">{chunks.map(([chunk]) => chunk).join(', ')}</span>
      <span className="address-chunks" aria-hidden="true">
        {chunks.map(({ 0: chunk, index }) => (
          <Fragment key={index}>
            <span className="address-chunk">{chunk}</span>{' '}
          </Fragment>
        ))}
      </span>
    </span>
  )
}
