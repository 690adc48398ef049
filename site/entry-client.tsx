import './styles.css'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from './app'
import { loadScreen } from './navigation/screen'

const start = async () => {
  const root = document.getElementById('app')
  if (!root) return
  const screen = await loadScreen(window.location.pathname + window.location.search)
  if (root.childElementCount > 0) hydrateRoot(root, <App first={screen} />)
  else createRoot(root).render(<App first={screen} />)
}

void start()
