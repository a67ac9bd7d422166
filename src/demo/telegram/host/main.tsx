import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { openConnection } from './store/connection.ts'
import { createHost } from './store/host.ts'
import { keepJointHistory } from './store/joint-history.ts'
import './styles/page.css'
import './styles/phone.css'
import './styles/chat.css'
import './styles/sheet.css'
import './styles/intro.css'
import './styles/feed.css'
import './styles/panel.css'
import './styles/developer.css'

const root = document.getElementById('root')
if (root !== null) {
  const host = createHost(openConnection())
  keepJointHistory(host, window)
  const prefersNight = window.matchMedia('(prefers-color-scheme: dark)').matches
  host.setClient({ theme: prefersNight ? 'night' : 'day' })
  createRoot(root).render(<App host={host} />)
}
