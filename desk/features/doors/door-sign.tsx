import { formatShortDay } from '../../../festival/content/slot'
import type { DeskDoor } from '../../../festival/contract/desk-doors'
import { Button } from '../../../ui/button'
import { Qr } from './qr'

export const DoorSign = ({ door: { name, day, testCode } }: { door: DeskDoor }) => (
  <div className="mx-auto max-w-xl px-4 py-6 text-center">
    <h1 className="text-4xl">{name}</h1>
    <p className="mt-2 text-2xl">{formatShortDay(day)}</p>
    <Button className="my-4 print:hidden" onClick={() => window.print()}>
      Print
    </Button>
    <Qr text={testCode} label="Test code" className="mx-auto mt-4 w-80 max-w-full" />
    <p className="mt-4 text-base">
      For volunteers: scan this code before people arrive, to check that your camera works. It lets
      no one in.
    </p>
  </div>
)
