import { Button } from '../../../ui/button'
import { Dialog } from '../../../ui/dialog'

/** Tells a visitor who tries to register too early that it will open (behaviour 9.7). */
export const SoonDialog = ({ onClose }: { onClose: () => void }) => (
  <Dialog title="Registration Opening Soon" onClose={onClose} className="sm:w-[26rem]">
    <p>Workshop registrations will be available shortly. Stay tuned for updates!</p>
    <Button className="mt-5 w-full" onClick={onClose} data-first>
      Got it
    </Button>
  </Dialog>
)
