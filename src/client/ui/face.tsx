import type { ReactNode } from 'react'
import { Avatar } from './avatar.tsx'
import { WARNING } from './first-icons.ts'
import { Icon } from './icon.tsx'
import { CHECK } from './icons.ts'
import './face.css'

type Props = {
  /** Whose. */
  name: string
  /** Null while it is not known. */
  mark: 'success' | 'warning' | null
  title: string
  /** The sentence under the title. */
  text: ReactNode
  children?: ReactNode
}

/** A person and what is known about them, at the top of a screen. */
export function Face({ name, mark, title, text, children }: Props) {
  return (
    <div className="hero face">
      <span className="face-person">
        <Avatar name={name} />
        {mark !== null && (
          <span className={`face-mark face-${mark}`}>
            <Icon shape={mark === 'success' ? CHECK : WARNING} />
          </span>
        )}
      </span>
      <h1 className="hero-title">{title}</h1>
      <p className="hero-text">{text}</p>
      {children}
    </div>
  )
}
