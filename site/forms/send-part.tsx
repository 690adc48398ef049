import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Banner } from '../../ui/banner'
import { useCanStore } from '../../ui/browser-storage'
import { Button } from '../../ui/button'
import { useIsHydrated } from '../../ui/hooks'
import { Progress } from '../../ui/progress'
import { type FailedForm, FailureBanner } from './failure'
import { PrivacyLine } from './privacy-line'
import type { Wait } from './retries'
import type { Attempts, EntryForm } from './use-entry-form'
import type { Form } from './use-form'

type SentForm = FailedForm &
  Pick<Form<object>, 'isBusy' | 'waiting' | 'uploads' | 'isUploaded' | 'draft' | 'clear'> &
  Partial<Pick<EntryForm<object>, 'attempts'>>

/**
 * The button is disabled until hydration, because a native submit would lose the form. Both status
 * lines reserve their space.
 */
export const SendPart = ({
  form,
  label,
  noun = 'registration',
  how = `Press ${label}`,
  words,
  onClear = form.clear,
  hasClear = true,
  sendsDetails = true,
  hasTeam = false,
}: {
  form: SentForm
  label: string
  noun?: string
  how?: string
  /** Replaces the status line about the kept draft. */
  words?: string | undefined
  onClear?: () => void
  hasClear?: boolean
  sendsDetails?: boolean
  hasTeam?: boolean
}) => {
  const { isBusy, waiting, draft, isUploaded, failure, attempts } = form
  const isAlive = useIsHydrated()
  const canKeep = useCanStore()
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isUploaded) {
      button.current?.focus()
    }
  }, [isUploaded])
  const uploading = Object.values(form.uploads).filter(
    ({ step, wait }) => step === 'uploading' && !wait,
  )
  const hasAllFiles = Object.values(form.uploads).every(({ file }) => file !== undefined)
  const share = uploading.reduce((sum, upload) => sum + upload.share, 0) / uploading.length
  return (
    <div className="space-y-4 border-t border-rule pt-6">
      {waiting && <RetryNotice key={waiting.wait.seconds} {...waiting} />}
      {uploading.length > 0 && (
        <Progress
          label={uploading.length > 1 ? 'Uploading files...' : 'Uploading screenshot...'}
          share={share}
        />
      )}
      <FailureBanner form={form} label={label} noun={noun} />
      {isUploaded && !isBusy && <Banner tone="success" title={`Uploaded. Press ${label}.`} />}
      {attempts && !failure && !isBusy && <SentNotice attempts={attempts} noun={noun} how={how} />}
      {words === undefined && <OfflineNotice label={label} />}
      {sendsDetails && <PrivacyLine hasTeam={hasTeam} />}
      <Button
        ref={button}
        type="submit"
        // Until then, paying is the main action of the page.
        shape={hasAllFiles ? 'primary' : 'secondary'}
        disabled={isBusy || !isAlive}
        aria-describedby={isAlive ? undefined : 'waits'}
        className="w-full sm:w-auto sm:min-w-64"
      >
        {isBusy ? 'Submitting...' : label}
      </Button>
      <p role="status" className="sr-only">
        {isBusy && 'Submitting...'}
      </p>
      <div className="flex flex-wrap items-center justify-between gap-x-6 text-sm">
        <p role="status" className="grid text-faded">
          <span className={`col-start-1 row-start-1 ${isAlive ? '' : 'invisible'}`}>
            {words ?? describeDraft(canKeep, draft.isRestored)}
          </span>
          {!isAlive && (
            <span id="waits" className="col-start-1 row-start-1 noscript:hidden">
              One moment: the button works once the page has loaded.
            </span>
          )}
        </p>
        {hasClear && <ClearForm onClear={() => onClear()} isDisabled={isBusy} />}
      </div>
    </div>
  )
}

const kept = 'Your answers are kept on this device until you send the form.'
const notKept =
  'Your browser cannot keep your answers. Do not close or reload this page before you send the form.'

const describeDraft = (canKeep: boolean, isRestored: boolean) => {
  if (!canKeep) {
    return notKept
  }
  return isRestored ? 'Your earlier answers are back.' : kept
}

/** For every part except the last, which ends with these sentences. */
export const DraftNotices = ({ isRestored }: { isRestored: boolean }) => {
  const canKeep = useCanStore()
  return (
    <div className="mb-4 space-y-4 empty:hidden">
      <OfflineNotice label="Continue" />
      {!canKeep && <p>{notKept}</p>}
      {isRestored && canKeep && (
        <p role="status" className="text-sm text-faded">
          {describeDraft(canKeep, isRestored)}
        </p>
      )}
    </div>
  )
}

/** Screen readers announce the wait once. The countdown is visual only. */
export const RetryNotice = ({
  wait: { words, seconds },
  stop,
}: {
  wait: Wait
  stop: () => void
}) => {
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    const timer = setInterval(() => setLeft((before) => Math.max(0, before - 1)), 1_000)
    return () => clearInterval(timer)
  }, [])
  return (
    <Banner tone="note" title={words}>
      <p>
        <span className="sr-only">Trying again in {seconds} seconds.</span>
        <span aria-hidden="true" className="figures">
          Trying again in {left} s …
        </span>{' '}
        Everything you entered is still here.
      </p>
      <Button shape="secondary" onClick={stop}>
        Stop and edit
      </Button>
    </Banner>
  )
}

/** Says that a form may be saved although the server's answer was lost, even after a reload. */
export const SentNotice = ({
  attempts: { sent, savedAs },
  noun,
  how,
}: {
  attempts: Pick<Attempts<unknown>, 'sent' | 'savedAs'>
  noun: string
  how: string
}) => {
  if (sent.length === 0 && !savedAs) {
    return null
  }
  const title = savedAs
    ? `Your ${noun} ${savedAs} is saved, but its e-mail is not sent yet.`
    : `Your ${noun} was sent, but no answer came back. It may have been saved.`
  return (
    <Banner tone="note" title={title}>
      <p>
        {how} to finish it{savedAs ? '' : ' and see its ID'}. You do not pay again, and no second{' '}
        {noun} is made.
      </p>
    </Banner>
  )
}

const onlineEvents = ['online', 'offline']

const followLine = (onChange: () => void) => {
  for (const name of onlineEvents) {
    window.addEventListener(name, onChange)
  }
  return () => {
    for (const name of onlineEvents) {
      window.removeEventListener(name, onChange)
    }
  }
}

/** `navigator.onLine` may be wrong, so this never disables the form. */
export const OfflineNotice = ({ label }: { label: string }) => {
  const canKeep = useCanStore()
  const isOnline = useSyncExternalStore(
    followLine,
    () => navigator.onLine,
    () => true,
  )
  if (isOnline) {
    return null
  }
  return (
    <Banner tone="note" title="You are offline.">
      <p>
        {canKeep ? 'Everything you enter stays on this device.' : notKept} Press {label} when you
        are back online.
      </p>
    </Banner>
  )
}

/** Asks for confirmation, because the button is easily pressed by accident. */
const ClearForm = ({ onClear, isDisabled }: { onClear: () => void; isDisabled: boolean }) => {
  const [isAsking, setIsAsking] = useState(false)
  const clear = useRef<HTMLButtonElement>(null)
  const wasKept = useRef(false)
  useEffect(() => {
    if (wasKept.current && !isAsking) {
      clear.current?.focus()
    }
    wasKept.current = false
  }, [isAsking])
  const choice = (label: string, act: () => void) => (
    <Button
      shape="secondary"
      autoFocus={act === onClear}
      onClick={() => {
        wasKept.current = act !== onClear
        setIsAsking(false)
        act()
      }}
    >
      {label}
    </Button>
  )
  if (isAsking) {
    return (
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p role="status">Clear everything that you entered?</p>
        <div className="flex gap-2">
          {choice('Yes, clear it', onClear)}
          {choice('Keep it', () => undefined)}
        </div>
      </div>
    )
  }
  return (
    <button
      ref={clear}
      type="button"
      disabled={isDisabled}
      onClick={() => setIsAsking(true)}
      className="min-h-11 font-semibold underline decoration-line underline-offset-4 hover:decoration-ink disabled:text-faded"
    >
      Clear this form
    </button>
  )
}
