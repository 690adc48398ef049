import { type ComponentType, useEffect, useState } from 'react'
import { hasReceipts } from '../../device/storage-keys'

/**
 * A component that is loaded only if the device has receipts. It renders nothing until then, like
 * the prerendered page.
 */
export const lazyIfReceipts =
  <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  (props: Props) => {
    const [Shown, setShown] = useState<ComponentType<Props>>()
    useEffect(() => {
      // The page is complete without this component, so loading errors are ignored.
      if (hasReceipts()) {
        load().then(
          (part) => setShown(() => part),
          () => undefined,
        )
      }
    }, [])
    return Shown ? <Shown {...props} /> : null
  }
