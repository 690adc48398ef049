import { Button } from '../../../ui/button'
import { Dialog } from '../../../ui/dialog'

export const SoonDialog = ({ onClose }: { onClose: () => void }) => (
  <Dialog title="Registration Opening Soon" onClose={onClose} className="sm:w-[26rem]">
    <p>Workshop registrations will be available shortly. Stay tuned for updates!</p>
    <Button className="mt-5 w-full" onClick={onClose} data-first>
      Got it
    </Button>
  </Dialog>
)
