import './styles.css'
import { createRoot } from 'react-dom/client'
import { ErrorBoundary } from '../ui/error-boundary'
import { Broken, DoorPage, OtherTab } from './door'
import { loadDoor } from './phone'
import { claimOnlyTab, registerWorker } from './registration'
import { startContacts } from './sync'

const start = async () => {
  const root = createRoot(document.getElementById('door') as HTMLElement)
  if (!(await claimOnlyTab())) {
    root.render(<OtherTab />)
    return
  }
  await loadDoor()
  void registerWorker()
  root.render(
    <ErrorBoundary fallback={<Broken />}>
      <DoorPage />
    </ErrorBoundary>,
  )
  startContacts()
  // The volunteer has opened another pairing link.
  window.addEventListener('hashchange', () => location.reload())
}

void start()
