import { useEffect, useState } from 'react'
import { importPart, onBack } from '../connection.ts'

type Props = { value: string; label: string }
type QrMatrix = { size: number; path: string }

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

function useCode(value: string): QrMatrix | null {
  const [code, setCode] = useState<QrMatrix | null>(null)
  useEffect(() => {
    let isWanted = true
    const show = async () => {
      const drawn = await draw(value)
      if (isWanted) setCode(drawn)
    }
    // Without the library, the link beside the code remains.
    const tryToShow = () => void show().catch(() => undefined)
    tryToShow()
    const stop = onBack(tryToShow)
    return () => {
      isWanted = false
      stop()
    }
  }, [value])
  return code
}

async function draw(value: string): Promise<QrMatrix> {
  const { encode } = await importPart(() => import('uqr'))
  const { size, data } = encode(value, { ecc: 'M', border: 0 })
  const path = data.map((row, y) =>
    row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')).join(''),
  )
  return { size, path: path.join('') }
}
