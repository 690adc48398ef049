import { type ComponentType, useEffect, useState } from 'react'
import { hasReceipts } from '../../device/storage-keys'

/**
 * Makes a part that shows kept receipts and is fetched only where this device keeps any; elsewhere it is nothing, and so
 * it is in the built page.
 */
export const lazyIfReceipts =
  <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  (props: Props) => {
    const [Shown, setShown] = useState<ComponentType<Props>>()
    useEffect(() => {
      // Without it the page is as good as before, so nothing is said where it does not come.
      if (hasReceipts()) {
        load().then(
          (part) => setShown(() => part),
          () => undefined,
        )
      }
    }, [])
    return Shown ? <Shown {...props} /> : null
  }
