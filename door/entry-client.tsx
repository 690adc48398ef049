import './styles.css'
import { createRoot } from 'react-dom/client'
import { DoorPage } from './door'
import { startDoor } from './phone'
import { claimOnlyTab, registerWorker } from './registration'

const start = async (root: HTMLElement) => {
  const isOnlyTab = await claimOnlyTab()
  createRoot(root).render(<DoorPage isOnlyTab={isOnlyTab} />)
  if (isOnlyTab) {
    await startDoor()
  }
}

void registerWorker()
const root = document.getElementById('door')
if (root) {
  void start(root)
}
