import { useRef, useState } from 'react'
import type { DoorEntry } from '../festival/contract/door'
import { decideByCode, findRepeat, hashCode, type Sighting, type Verdict } from './decide'
import { listCurrentEntries, readDoor } from './phone'
import { type Shown, verdictTones } from './result'
import { signal } from './signals'
import { markPeople } from './sync'

/** Decides from the list on the phone, and never waits for the network. */
export const useResult = () => {
  const [shown, setShown] = useState<Shown>()
  const [hasCameraRead, setHasCameraRead] = useState(false)
  const [hasScannerRead, setHasScannerRead] = useState(false)
  const last = useRef<Sighting>(undefined)

  const show = (entry: DoorEntry, verdict: Verdict, isAdmitted: boolean) => {
    if (isAdmitted) {
      markPeople(entry, entry.people, true)
    }
    setShown({ is: 'listed', id: Date.now(), entryId: entry.id, verdict, isAdmitted })
    signal(verdictTones[verdict])
  }
  const close = () => setShown(undefined)
  /** `onSign` is called if the code is the sign of the door. */
  const showCode = async (text: string, onSign?: () => void) => {
    const { door } = readDoor().phone ?? {}
    const code = door && (await hashCode(door.key, text))
    if (!code) {
      return
    }
    if (code === door.testCode) {
      onSign?.()
      return
    }
    const found = decideByCode(listCurrentEntries(readDoor()), code)
    if (found) {
      show(found.entry, found.verdict, found.verdict === 'let-in')
    } else {
      setShown({ is: 'unlisted', id: Date.now() })
      signal('grey')
    }
  }
  const seeCode = (text: string) => {
    setHasCameraRead(true)
    const now = Date.now()
    const repeat = findRepeat(last.current, text, now)
    last.current = repeat ?? { code: text, shownMs: now, seenMs: now, wasAway: false }
    if (!repeat) {
      void showCode(text)
    }
  }
  const readTyped = (text: string) => {
    void showCode(text, () => {
      setHasScannerRead(true)
      close()
    })
  }
  return { shown, hasCameraRead, hasScannerRead, show, showCode, seeCode, readTyped, close }
}
