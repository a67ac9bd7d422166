import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import './wallet.css'

type Brand = { mark: ReactNode; name: string }

/** Puts the wallet on its page, under its name. */
export function renderWallet({ mark, name }: Brand, wallet: ReactNode): void {
  const root = document.querySelector('#root')
  if (!root) throw new Error('The page has no #root')
  createRoot(root).render(
    <div className="screen">
      <header>
        {mark}
        <span>{name}</span>
        <small>Play money only</small>
      </header>
      {wallet}
    </div>,
  )
}

/** `?theme=dark|light` wins over what the system prefers. */
export function applyTheme({ searchParams }: URL): void {
  const theme = searchParams.get('theme')
  if (theme !== null) document.documentElement.dataset['theme'] = theme
}
