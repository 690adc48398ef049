import { useSyncExternalStore } from 'react'
import { Banner } from '../../../ui/banner'

const subscribe = (onChange: () => void) => {
  window.addEventListener('online', onChange)
  window.addEventListener('offline', onChange)
  return () => {
    window.removeEventListener('online', onChange)
    window.removeEventListener('offline', onChange)
  }
}

/**
 * That the device says it has no network, and what to press later. It may be wrong, so it changes words and never forbids
 * anything.
 */
export const OfflineNotice = ({ label }: { label: string }) => {
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
  if (isOnline) return null
  return (
    <Banner tone="note" title="You are offline.">
      <p>Everything that you enter is kept on this device. Press {label} when you are back online.</p>
    </Banner>
  )
}
