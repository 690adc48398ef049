import { useEffect, useMemo, useRef, useState } from 'react'
import type { DoorEntry } from '../festival/contract/door'
import { Banner } from '../ui/banner'
import { useCanStore } from '../ui/browser-storage'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { ThemeSwitch } from '../ui/theme-switch'
import { hasTorch, switchTorch, useCamera } from './camera'
import { decide, decideByCode, findRepeat, hashCode, type Sighting, type Verdict } from './decide'
import { countPeople } from './list'
import {
  changeVolunteer,
  dismissRefusals,
  isListStored,
  listCurrentEntries,
  listUnsent,
  markPeople,
  type Phone,
  readDoor,
  useDoor,
} from './phone'
import { isPageStored } from './registration'
import { ListedResult, type Shown, UnlistedResult, verdictTones } from './result'
import { useTypingScanner } from './scanner'
import { SearchDialog } from './search-dialog'
import { allowSound, signal } from './signals'
import { VolunteerForm } from './volunteer'
import { formatClock, formatCount } from './words'

/** Checks whether the device can read back the page and the list without a network. */
const useStored = (version: string) => {
  const [stored, setStored] = useState({ isPage: false, isList: false })
  useEffect(() => {
    const check = async () => {
      const isPage = await isPageStored()
      setStored({ isPage, isList: await isListStored(version) })
    }
    void check()
    const timer = setInterval(check, 5_000)
    return () => clearInterval(timer)
  }, [version])
  return stored
}

/** Decides from the list alone, and never waits for the network. */
const useResult = () => {
  const [shown, setShown] = useState<Shown>()
  const [hasRead, setHasRead] = useState(false)
  const last = useRef<Sighting>(undefined)

  const showEntry = (entry: DoorEntry, verdict: Verdict, isSearched: boolean) => {
    const isAdmitted = verdict === 'let-in' && !isSearched
    if (isAdmitted) {
      markPeople(entry, entry.people, true)
    }
    const needsPress = !isAdmitted
    setShown({ is: 'listed', id: Date.now(), entryId: entry.id, verdict, needsPress })
    signal(verdictTones[verdict])
  }
  const showCode = async (text: string) => {
    const { door } = readDoor().phone ?? {}
    const code = door && (await hashCode(door.key, text))
    if (!code || code === door.testCode) {
      return
    }
    const found = decideByCode(listCurrentEntries(readDoor()), code)
    if (found) {
      return showEntry(found.entry, found.verdict, false)
    }
    setShown({ is: 'unlisted', id: Date.now() })
    signal('grey')
  }
  const seeCode = (text: string) => {
    setHasRead(true)
    const now = Date.now()
    const repeat = findRepeat(last.current, text, now)
    last.current = repeat ?? { code: text, shownMs: now, seenMs: now, wasAway: false }
    if (!repeat) {
      void showCode(text)
    }
  }
  const admit = (entry: DoorEntry) => {
    markPeople(entry, entry.people, true)
    setShown((current) => current && { ...current, needsPress: false })
  }
  return { shown, hasRead, showEntry, showCode, seeCode, admit, close: () => setShown(undefined) }
}

export const ScanPage = ({ phone }: { phone: Phone }) => {
  const state = useDoor()
  const entries = useMemo(() => listCurrentEntries(state), [state])
  const [dialog, setDialog] = useState<'search' | 'volunteer'>()
  const { shown, hasRead, showEntry, showCode, seeCode, admit, close } = useResult()
  const camera = useCamera(seeCode)
  useTypingScanner(showCode)
  const closeDialog = () => setDialog(undefined)
  // A code that is read during a search shows its result.
  useEffect(() => {
    if (shown) {
      setDialog(undefined)
    }
  }, [shown])
  const entry = shown?.is === 'listed' && entries.find(({ id }) => id === shown.entryId)
  return (
    <>
      <main inert={shown !== undefined} className="mx-auto grid max-w-middle gap-4 p-4">
        <Status phone={phone} entries={entries} onRename={() => setDialog('volunteer')} />
        <Ready
          phone={phone}
          people={countPeople(entries).all}
          isCameraRead={hasRead && camera.track !== undefined}
        />
        <Camera camera={camera} isSmall={shown !== undefined} />
        <Button shape="secondary" onClick={() => setDialog('search')}>
          Search by name, ID or phone
        </Button>
      </main>
      {shown?.is === 'listed' && entry && (
        <ListedResult
          key={shown.id}
          entry={entry}
          shown={shown}
          onAdmit={() => admit(entry)}
          onClose={close}
        />
      )}
      {shown?.is === 'unlisted' && (
        <UnlistedResult
          key={shown.id}
          listAt={phone.listAt}
          onSearch={() => {
            close()
            setDialog('search')
          }}
          onClose={close}
        />
      )}
      {dialog === 'search' && (
        <SearchDialog
          entries={entries}
          onChoose={(chosen) => showEntry(chosen, decide(chosen), true)}
          onCode={showCode}
          onClose={closeDialog}
        />
      )}
      {dialog === 'volunteer' && (
        <Dialog title="Change volunteer" onClose={closeDialog}>
          <VolunteerForm
            button="Save"
            onSave={async (volunteer) => {
              await changeVolunteer(volunteer)
              closeDialog()
              return ''
            }}
          />
        </Dialog>
      )}
    </>
  )
}

/** The age of the list and the number of unsent scans are always in view. */
const Status = ({
  phone,
  entries,
  onRename,
}: {
  phone: Phone
  entries: readonly DoorEntry[]
  onRename: () => void
}) => {
  const state = useDoor()
  const canStore = useCanStore()
  const unsent = listUnsent(state).length
  const { arrived, all } = countPeople(entries)
  return (
    <header className="grid gap-2">
      <div className="flex items-center justify-between gap-3">
        <h1 className="text-xl">{phone.door.name}</h1>
        <ThemeSwitch />
      </div>
      <p className="flex flex-wrap items-center justify-between gap-x-4">
        <span>Volunteer: {phone.volunteer}</span>
        <button type="button" onClick={onRename} className="target underline">
          Change volunteer
        </button>
      </p>
      <p role="status" className="figures">
        <b>
          {arrived} of {all} in
        </b>{' '}
        · List from {formatClock(phone.listAt)} ·{' '}
        <span className={unsent > 0 ? 'font-semibold text-artery' : ''}>
          {unsent === 0 ? 'All scans sent' : `${formatCount(unsent, 'scan')} not sent yet`}
        </span>
      </p>
      {state.problem && <Banner tone="note" title={`${state.problem} Go on: scans are kept.`} />}
      {!canStore && (
        <Banner tone="error" title="This browser does not store scans">
          Keep this page open until all scans are sent. Private windows do not store anything.
        </Banner>
      )}
      {state.refusals.length > 0 && (
        <Banner tone="error" title="The server did not accept some scans">
          <p>{state.refusals.join(' ')}</p>
          <Button shape="secondary" onClick={dismissRefusals}>
            Understood
          </Button>
        </Banner>
      )}
    </header>
  )
}

const Ready = ({
  phone,
  people,
  isCameraRead,
}: {
  phone: Phone
  people: number
  isCameraRead: boolean
}) => {
  const { isPage, isList } = useStored(phone.version)
  const list = `List from ${formatClock(phone.listAt)}, ${formatCount(people, 'person', 'people')}.`
  if (isPage && isList && isCameraRead) {
    return (
      <p role="status" className="bg-green p-3 font-semibold text-white">
        Ready. {list} Camera works.
      </p>
    )
  }
  const steps = [
    {
      isDone: isPage,
      done: 'Page stored on this phone.',
      open: 'Page not stored on this phone yet. Stay connected.',
    },
    { isDone: isList, done: list, open: 'List not stored on this phone yet.' },
    {
      isDone: isCameraRead,
      done: 'Camera works.',
      open: 'Start the camera and scan the sign of this door.',
    },
  ]
  return (
    <div role="status" className="border border-line p-3">
      <p className="font-semibold">Not ready yet</p>
      <ul>
        {steps.map(({ isDone, done, open }) => (
          <li key={open}>{isDone ? `✓ ${done}` : `○ ${open}`}</li>
        ))}
      </ul>
    </div>
  )
}

const Camera = ({
  camera,
  isSmall,
}: {
  camera: ReturnType<typeof useCamera>
  isSmall: boolean
}) => {
  const { video, track, cameras, choice, problem, choose } = camera
  const [isLit, setIsLit] = useState(false)
  const start = () => {
    allowSound()
    choose({})
  }
  const light = async () => {
    if (track) {
      await switchTorch(track, !isLit)
      setIsLit(!isLit)
    }
  }
  return (
    <section aria-label="Camera" className="grid gap-3">
      <video
        ref={video}
        playsInline
        muted
        hidden={!choice}
        className={`aspect-square border border-line bg-black object-cover ${isSmall ? 'fixed top-5 right-5 z-50 w-24' : 'w-full'}`}
      />
      {problem && <Banner tone="error" title={problem} />}
      {!choice && <Button onClick={start}>Start camera</Button>}
      <div className="flex flex-wrap gap-3">
        {hasTorch(track) && (
          <Button shape="secondary" aria-pressed={isLit} onClick={light}>
            Torch
          </Button>
        )}
        {cameras.length > 1 && (
          <select
            aria-label="Camera"
            value={track?.getSettings().deviceId}
            onChange={({ target }) => choose({ deviceId: target.value })}
            className="target min-w-0 flex-1 border border-line bg-leaf px-3"
          >
            {cameras.map(({ deviceId, label }, index) => (
              <option key={deviceId} value={deviceId}>
                {label || `Camera ${index + 1}`}
              </option>
            ))}
          </select>
        )}
      </div>
    </section>
  )
}
