import { sisterEvent } from '#edition/sister-event'
import { Button } from '../../../ui/button'
import { Dialog } from '../../../ui/dialog'

/** Announces the sister event (behaviour 9.6). */
export const SisterEventDialog = ({ onClose }: { onClose: () => void }) => (
  <Dialog title={sisterEvent.title} onClose={onClose} className="sm:w-[26rem]">
    <div data-colour="nerve">
      <p className="caption text-lg text-accent">{sisterEvent.line}</p>
      <p className="mt-1 text-sm">{sisterEvent.text}</p>
      <Button className="mt-5 w-full" onClick={onClose}>
        Go to the festival
      </Button>
    </div>
  </Dialog>
)
