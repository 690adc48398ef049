import { type ComponentType, useEffect, useState } from 'react'
import { hasReceipts } from '../../device/storage-keys'

/** Loads a component only if the device has receipts. Renders nothing until then. */
export const lazyIfReceipts =
  <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  (props: Props) => {
    const [Shown, setShown] = useState<ComponentType<Props>>()
    useEffect(() => {
      // The page is complete without the component, so loading errors are ignored.
      if (hasReceipts()) {
        load().then(
          (part) => setShown(() => part),
          () => undefined,
        )
      }
    }, [])
    return Shown ? <Shown {...props} /> : null
  }
