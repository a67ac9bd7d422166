import '#client/ui/base.css'
import '#client/ui/screen.css'
import '#client/ui/list.css'
import '#client/ui/control.css'
import './ui.css'
import { createRoot } from 'react-dom/client'
import { UiPage } from './ui-page.tsx'

const root = document.getElementById('root')
if (root !== null) createRoot(root).render(<UiPage />)
