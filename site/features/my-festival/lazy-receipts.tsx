import { type ComponentType, useEffect, useState } from 'react'
import { hasReceipts } from '../../device/storage-keys'

/** A component that is loaded only if the device has receipts; until then it renders nothing. */
export const lazyIfReceipts =
  <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  (props: Props) => {
    const [Shown, setShown] = useState<ComponentType<Props>>()
    useEffect(() => {
      // The page is complete without it, so loading errors are ignored.
      if (hasReceipts()) {
        load().then(
          (part) => setShown(() => part),
          () => undefined,
        )
      }
    }, [])
    return Shown ? <Shown {...props} /> : null
  }
