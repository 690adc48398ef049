import './styles.css'
import { createRoot } from 'react-dom/client'
import { ErrorBoundary } from '../ui/error-boundary'
import { Broken, DoorPage, OtherTab } from './door'
import { loadDoor } from './phone'
import { claimOnlyTab, registerWorker } from './registration'
import { startContacts } from './sync'

const start = async (container: HTMLElement) => {
  const root = createRoot(container)
  if (!(await claimOnlyTab())) {
    root.render(<OtherTab />)
    return
  }
  await loadDoor()
  root.render(
    <ErrorBoundary fallback={<Broken />}>
      <DoorPage />
    </ErrorBoundary>,
  )
  startContacts()
  // Another pairing was opened.
  window.addEventListener('hashchange', () => location.reload())
}

void registerWorker()
const container = document.getElementById('door')
if (container) {
  void start(container)
}
