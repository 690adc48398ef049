import { type ComponentProps, type ReactNode, useState } from 'react'
import { Button } from '../ui/button'

/** A button that opens a dialog. `dialog` receives a function that closes it. */
export const DialogButton = ({
  dialog,
  ...button
}: ComponentProps<typeof Button> & { dialog: (close: () => void) => ReactNode }) => {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        shape="secondary"
        aria-haspopup="dialog"
        {...button}
        onClick={() => setIsOpen(true)}
      />
      {isOpen && dialog(() => setIsOpen(false))}
    </>
  )
}
