import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { openConnection } from './store/connection.ts'
import { createMessenger } from './store/messenger.ts'
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
  const messenger = createMessenger(openConnection())
  keepJointHistory(messenger, window)
  const prefersNight = window.matchMedia('(prefers-color-scheme: dark)').matches
  messenger.setClient({ theme: prefersNight ? 'night' : 'day' })
  createRoot(root).render(<App messenger={messenger} />)
}
