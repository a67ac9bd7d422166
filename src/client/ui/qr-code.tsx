import { useMemo } from 'react'
import type * as uqr from 'uqr'
import { createPart } from '../parts/part.ts'
import { usePart } from '../parts/use-part.ts'

type Props = { value: string; label: string }
type QrMatrix = { size: number; path: string }

const LIBRARY = createPart(async () => (await import('uqr')).encode)

/** ISO/IEC 18004: four modules of white on every side. */
const QUIET_ZONE = 4

/** A QR code, black on white in every theme. Its library loads with the first one; a placeholder has the same size. */
export function QrCode({ value, label }: Props) {
  const code = useCode(value)
  const side = code === null ? 1 : code.size + QUIET_ZONE * 2
  return (
    <svg
      className="qr"
      viewBox={`${-QUIET_ZONE} ${-QUIET_ZONE} ${side} ${side}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      {code !== null && <path d={code.path} />}
    </svg>
  )
}

/** Null without the library: the link beside the code remains. */
function useCode(value: string): QrMatrix | null {
  const library = usePart(LIBRARY)
  const encode = library.status === 'ready' ? library.value : null
  return useMemo(() => encode && draw(encode, value), [encode, value])
}

function draw(encode: typeof uqr.encode, value: string): QrMatrix {
  const { size, data } = encode(value, { ecc: 'M', border: 0 })
  const path = data.map((row, y) =>
    row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')).join(''),
  )
  return { size, path: path.join('') }
}
