import './styles.css'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { peekKept } from '../ui/browser-storage'
import { draftLifetimeMs, draftStorageKey } from './device/storage-keys'
import { readPageState } from './festival'
import { readIsPublic } from './moment'
import { loadScreen, type Screen } from './navigation/navigation'
import { loadPart } from './navigation/retry-import'
import { trustedWorkerAddress } from './navigation/script-address'
import { App } from './shell/frame'
import { splashId } from './shell/splash/splash-script'

/**
 * Removes the splash if the page's form has a draft. The splash script cannot find the draft at an
 * unusual address of the offline shell.
 */
const endSplashOverDraft = ({ description: { draft } }: Screen) => {
  const kept = draft === undefined ? undefined : peekKept(draftStorageKey(draft))
  if (!(kept instanceof Object && 'changedAt' in kept)) {
    return
  }
  if (Date.now() - Number(kept.changedAt) > draftLifetimeMs) {
    return
  }
  document.getElementById(splashId)?.click()
}

const start = async () => {
  const root = document.getElementById('app')
  if (!root) {
    return
  }
  const screen = await loadPart(() => loadScreen(location.pathname + location.search))
  endSplashOverDraft(screen)
  // A transition hydrates in short slices, so the splash keeps moving and taps are handled.
  const { moment = Date.now() } = root.dataset
  const app = (
    <App first={screen} moment={Number(moment)} live={readPageState()} isPublic={readIsPublic()} />
  )
  if (root.childElementCount > 0) {
    startTransition(() => void hydrateRoot(root, app))
  } else {
    createRoot(root).render(app)
  }
}

/** Registers the service worker after the first page has loaded. */
const keepForOffline = () => {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) {
    return
  }
  setTimeout(
    () => navigator.serviceWorker.register(trustedWorkerAddress()).catch(() => undefined),
    6000,
  )
}

void start()
if (document.readyState === 'complete') {
  keepForOffline()
} else {
  window.addEventListener('load', keepForOffline, { once: true })
}
