import { useState } from 'react'
import { Tile } from './tile.tsx'
import './wallet-icon.css'

/** In CSS pixels, as the tile. */
const SIZE = 28

type Props = {
  /** On our own origin. */
  path: string
  name: string
  /** Of the letter's tile, in degrees. It distinguishes the tiles and is not the wallet's brand colour. */
  hue: number
}

/** A wallet app's icon, over its first letter as long as the icon is missing. Hidden from screen readers. */
export function WalletIcon({ path, name, hue }: Props) {
  const [isHere, setHere] = useState(false)
  return (
    <span className="wallet-icon" aria-hidden="true">
      <Tile letter={name.slice(0, 1)} hue={hue} />
      <img
        src={path}
        alt=""
        width={SIZE}
        height={SIZE}
        loading="lazy"
        decoding="async"
        style={{ opacity: isHere ? 1 : 0 }}
        ref={(image) => {
          // On a page that the server drew, it may have loaded before React.
          if (image !== null && image.naturalWidth > 0) setHere(true)
        }}
        onLoad={() => setHere(true)}
      />
    </span>
  )
}
