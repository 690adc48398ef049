import './styles.css'
import { createRoot } from 'react-dom/client'
import { DoorPage, OtherTab } from './door'
import { claimOnlyTab, registerWorker } from './registration'
import { startDoor } from './sync'

const start = async (root: HTMLElement) => {
  if (await claimOnlyTab()) {
    createRoot(root).render(<DoorPage />)
    await startDoor()
  } else {
    createRoot(root).render(<OtherTab />)
  }
}

void registerWorker()
const root = document.getElementById('door')
if (root) {
  void start(root)
}
