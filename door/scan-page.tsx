import { useEffect, useMemo, useState } from 'react'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { useCamera } from './camera'
import { CameraView } from './camera-view'
import { decide } from './decide'
import { countPeople } from './list'
import { listCurrentEntries, type Phone, updatePhone, useDoor } from './phone'
import { ListedResult, UnlistedResult } from './result'
import { useTypingScanner } from './scanner'
import { SearchDialog } from './search-dialog'
import { ContactLine, Problems, Ready } from './status'
import { useResult } from './use-result'
import { VolunteerForm } from './volunteer'

export const ScanPage = ({ phone }: { phone: Phone }) => {
  const state = useDoor()
  const entries = useMemo(() => listCurrentEntries(state), [state])
  const { all, arrived } = countPeople(entries)
  const [dialog, setDialog] = useState<'search' | 'volunteer'>()
  const { shown, hasCameraRead, hasScannerRead, show, showCode, seeCode, readTyped, close } =
    useResult()
  const camera = useCamera(seeCode)
  useTypingScanner(readTyped)
  const closeDialog = () => setDialog(undefined)
  useEffect(() => {
    if (shown) {
      setDialog(undefined)
    }
  }, [shown])
  const entry = shown?.is === 'listed' && entries.find(({ id }) => id === shown.entryId)
  return (
    <>
      <main inert={shown !== undefined} className="mx-auto grid max-w-md gap-3 p-4">
        <h1 className="text-xl">{phone.door.name}</h1>
        <p className="flex flex-wrap items-center justify-between gap-x-4">
          <span>
            {phone.volunteer} · {arrived} of {all} in
          </span>
          <button type="button" onClick={() => setDialog('volunteer')} className="target underline">
            Change volunteer
          </button>
        </p>
        <ContactLine />
        <Problems />
        <Ready
          phone={phone}
          people={all}
          hasCameraRead={hasCameraRead && camera.isOn}
          hasScannerRead={hasScannerRead}
        />
        <CameraView camera={camera} isSmall={shown !== undefined} />
        <Button shape="secondary" onClick={() => setDialog('search')}>
          Search by name, ID or phone
        </Button>
      </main>
      {shown?.is === 'listed' && entry && (
        <ListedResult
          key={shown.id}
          entry={entry}
          doorName={phone.door.name}
          shown={shown}
          onAdmit={() => show(entry, shown.verdict, true)}
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
          onChoose={(chosen) => show(chosen, decide(chosen), false)}
          onCode={showCode}
          onClose={closeDialog}
        />
      )}
      {dialog === 'volunteer' && (
        <Dialog title="Change volunteer" onClose={closeDialog}>
          <VolunteerForm
            button="Save"
            onSave={async (volunteer) => {
              await updatePhone(() => ({ volunteer }))
              closeDialog()
            }}
          />
        </Dialog>
      )}
    </>
  )
}
