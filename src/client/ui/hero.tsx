import type { ReactNode } from 'react'
import type { IconShape } from './first-icons.ts'
import { Icon } from './icon.tsx'

type Props = {
  icon: IconShape
  /** @default 'plain' */
  tone?: 'plain' | 'success' | 'warning'
  title: string
  children?: ReactNode
}

/** One message that fills the top of a screen: an outcome, an error, a welcome. */
export function Hero({ icon, tone = 'plain', title, children }: Props) {
  return (
    <div className="hero">
      <span className={`hero-mark hero-${tone}`}>
        <Icon shape={icon} />
      </span>
      <h1 className="hero-title">{title}</h1>
      {children !== undefined && <p className="hero-text">{children}</p>}
    </div>
  )
}
