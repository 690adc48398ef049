import './styles.css'
import { createRoot } from 'react-dom/client'
import { DoorPage, OtherTab } from './door'
import { loadDoor } from './phone'
import { claimOnlyTab, registerWorker } from './registration'
import { startContacts } from './sync'

const start = async (container: HTMLElement) => {
  const root = createRoot(container)
  if (await claimOnlyTab()) {
    // Another pairing was opened.
    window.addEventListener('hashchange', () => location.reload())
    await loadDoor()
    root.render(<DoorPage />)
    startContacts()
  } else {
    root.render(<OtherTab />)
  }
}

void registerWorker()
const container = document.getElementById('door')
if (container) {
  void start(container)
}
