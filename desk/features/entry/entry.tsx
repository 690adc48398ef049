import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { findSubject } from '../../../festival/content/catalogue'
import type { DecideOne } from '../../../festival/contract/decision'
import type { EntryDetails, Proof } from '../../../festival/contract/entry'
import type { QueueRow } from '../../../festival/contract/queue'
import { type Decision, decisionWords, isLegal } from '../../../festival/contract/states'
import { paymentFields } from '../../../festival/forms/upload'
import { toPaise } from '../../../festival/payment/money'
import { Button } from '../../../ui/button'
import { Dialog } from '../../../ui/dialog'
import { Icon } from '../../../ui/icon'
import { makeUuid } from '../../../ui/make-uuid'
import { Link } from '../../address'
import { useMayAct } from '../../api'
import { DialogButton } from '../../dialog-button'
import { useSubjects } from '../../festival'
import { announce } from '../../messages'
import { QueryStatus } from '../../page'
import { useShortcuts } from '../../shortcuts'
import { formatAmount, formatCount } from '../../words'
import { entryOptions, sendDecision } from '../decisions/commands'
import { DecisionDialog, type DecisionInput } from '../decisions/decision-dialog'
import { type DecisionStatus, useDecisions } from '../decisions/decision-status'
import { UndoBar, useAcceptsPresses } from '../decisions/undo-bar'
import { CancelledMark, nameSubject, PlaceMark, StateMark, useIsCancelled } from '../queue/marks'
import { CashDialog, type CashTaken, MistakeDialog } from './cash-dialogs'
import { Facts } from './facts'
import { Proofs } from './proofs'

export const EntryPane = ({
  id,
  ...list
}: {
  id: string
  search: string
  listHref: string
  onDecided: (before: EntryDetails) => void
}) => {
  const query = useQuery(entryOptions(id))
  const entry = query.data
  const pane = useRef<HTMLElement>(null)
  const isLoaded = entry !== undefined
  useEffect(() => {
    if (!isLoaded) {
      return
    }
    pane.current?.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }, [isLoaded])
  return (
    <section
      ref={pane}
      aria-label="Entry"
      className="flex min-h-dvh flex-col lg:grid lg:h-full lg:min-h-0 lg:grid-cols-[minmax(0,1fr)_23rem] lg:grid-rows-[auto_minmax(0,1fr)_auto]"
    >
      {entry && <EntryContent entry={entry} {...list} />}
      {!entry && (
        <div className="lg:col-span-2">
          <h1 className="sr-only">Entry</h1>
          <QueryStatus query={query} what="This entry cannot be shown." />
          <p className="text-center">
            <Link href={list.listHref} className="press px-4">
              Back to the list
            </Link>
          </p>
          {/* The previous decision can be undone even if this entry fails to load. */}
          <UndoBar />
        </div>
      )}
    </section>
  )
}

type OpenDialog = Decision | 'cash' | 'short' | 'mistake'

const isDecision = (open: OpenDialog): open is Decision =>
  open !== 'cash' && open !== 'short' && open !== 'mistake'

/** Returns undefined if a picture can verify the entry, or if the entry is paid in cash. */
const useWhyNoPicture = ({
  state,
  event,
  amount,
  cash,
  proofs,
}: EntryDetails): string | undefined => {
  const isCancelled = useIsCancelled(event)
  if (!isLegal('verify', state) || cash) {
    return undefined
  }
  if (isCancelled) {
    return 'The event is cancelled: only a bank payment or cash can verify this entry.'
  }
  const isPayment = ({ field, replacedAt }: Proof) =>
    replacedAt === null && paymentFields.includes(field)
  if (!amount || proofs.some(isPayment)) {
    return undefined
  }
  return 'No picture of a payment: only a bank payment or cash can verify this entry.'
}

const EntryContent = ({
  entry,
  search,
  listHref,
  onDecided,
}: Omit<ComponentProps<typeof EntryPane>, 'id'> & { entry: EntryDetails }) => {
  const client = useQueryClient()
  const mayDecide = useMayAct('verifier')
  const status = useDecisions().findLast(
    ({ pending }) => pending.command.entryId === entry.id,
  )?.status
  const [open, setOpen] = useState<OpenDialog>()
  const isSaving = status === 'sending' || status === 'unsaved'
  const acceptsPresses = useAcceptsPresses(entry.id)
  const whyNoPicture = useWhyNoPicture(entry)
  const mayPress = (decision: Decision) =>
    acceptsPresses && !isSaving && mayDecide && isLegal(decision, entry.state)
  const decide = (verdict: DecisionInput & CashTaken & Pick<DecideOne, 'source'>) => {
    if (!mayPress(verdict.decision)) {
      return
    }
    const { id, version, name, state, source } = entry
    const byCash = entry.cash ? ({ source: 'cash' } as const) : {}
    const command = { id: makeUuid(), entryId: id, version, ...byCash, ...verdict }
    sendDecision(client, { command, name, before: { state, source, version } }).catch(
      () => undefined,
    )
    announce(`${decisionWords[verdict.decision]}: ${name}. Press u within a minute to undo.`)
    setOpen(undefined)
    onDecided(entry)
  }
  const handleDecision = (decision: Decision) => {
    if (!mayPress(decision)) {
      return
    }
    if (decision !== 'verify') {
      return setOpen(decision)
    }
    if (whyNoPicture) {
      return announce(whyNoPicture)
    }
    // Refunded cash must be paid again. Less cash than the fee needs a reason.
    if (entry.cash && entry.held <= 0) {
      return setOpen('cash')
    }
    if (entry.cash && entry.held < toPaise(entry.amount ?? 0)) {
      return setOpen('short')
    }
    decide({ decision, reasons: [], note: '' })
  }
  useShortcuts({
    v: () => handleDecision('verify'),
    c: () => handleDecision('ask-correction'),
    r: () => handleDecision('reject'),
  })
  return (
    <>
      <Head entry={entry} status={status} listHref={listHref} />
      <div className="flex h-[62dvh] min-h-0 flex-col border-rule max-lg:border-b lg:col-start-1 lg:row-start-2 lg:h-auto">
        <Proofs entry={entry} />
      </div>
      <div className="relative min-h-0 border-rule bg-leaf lg:col-start-2 lg:row-span-2 lg:row-start-2 lg:overflow-y-auto lg:border-l">
        <Facts entry={entry} search={search} mayDecide={mayDecide} />
      </div>
      <div className="sticky bottom-0 z-10 mt-auto border-t border-line bg-leaf pb-[env(safe-area-inset-bottom)] lg:static lg:col-start-1 lg:row-start-3">
        <UndoBar />
        {mayDecide && (
          <DecisionBar
            entry={entry}
            whyNoPicture={whyNoPicture}
            isWaiting={isSaving}
            acceptsPresses={acceptsPresses}
            onPress={handleDecision}
            onOpen={setOpen}
          />
        )}
      </div>
      {(open === 'cash' || open === 'short') && (
        <CashDialog
          entry={entry}
          isTaking={open === 'cash'}
          onTake={(taken) =>
            decide({ decision: 'verify', reasons: [], note: '', source: 'cash', ...taken })
          }
          onClose={() => setOpen(undefined)}
        />
      )}
      {open === 'mistake' && <MistakeDialog entry={entry} onClose={() => setOpen(undefined)} />}
      {open && isDecision(open) && (
        <DecisionDialog
          decision={open}
          kinds={[entry.kind]}
          isFree={entry.amount === 0}
          what={entry.eventName}
          subject={entry.name}
          unreached={open === 'reject' && !entry.isReached ? 1 : 0}
          summary={() => <PlaceWarning decision={open} entry={entry} />}
          onDecide={decide}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  )
}

/** An entry keeps its number for a minute after it is rejected or withdrawn. */
const PlaceWarning = ({ decision, entry }: { decision: Decision; entry: EntryDetails }) => {
  const isLimited = useSubjects().some(({ key, places }) => key === entry.event && places)
  const isClosed = entry.state === 'rejected' || entry.state === 'withdrawn'
  if (decision === 'reopen' && isClosed && isLimited) {
    return (
      <p>
        If this entry was closed more than a minute ago, it joins at the end, and someone else may
        get the place.
      </p>
    )
  }
  const isClosing = decision === 'reject' || decision === 'withdraw'
  return (
    isClosing &&
    entry.standing.is === 'place' && <p>After one minute, someone else can take this place.</p>
  )
}

const statusLabels = {
  sending: 'Saving …',
  unsaved: 'Not yet saved, trying again',
  saved: '',
  refused: '',
} as const

const Head = ({
  entry,
  status,
  listHref,
}: {
  entry: EntryDetails
  status: DecisionStatus['status'] | undefined
  listHref: string
}) => (
  <div className="flex items-center gap-1 border-b border-rule bg-leaf py-1 pr-4 lg:col-span-2">
    <Link
      href={listHref}
      aria-label="Back to the list"
      title="Back to the list"
      className="target inline-flex items-center justify-center"
    >
      <Icon path="M15 5l-7 7 7 7" />
    </Link>
    <div className="min-w-0 flex-1">
      <h1 tabIndex={-1} className="truncate text-lg outline-none">
        <bdi>{entry.name}</bdi>
      </h1>
      <p className="figures flex flex-wrap items-center gap-x-3 text-faded">
        <StateMark entry={entry} />
        <PlaceMark standing={entry.standing} />
        {entry.isCorrected && entry.state === 'submitted' && (
          <b className="text-nerve">Corrected</b>
        )}
        <span className="truncate">{nameSubject(entry)}</span>
        <span>{formatAmount(entry.amount)}</span>
        <CancelledMark entry={entry} />
        {entry.flags.length > 0 && (
          <b className="text-artery">{formatCount(entry.flags.length, 'flag')}</b>
        )}
        {status && statusLabels[status] && <b className="text-nerve">{statusLabels[status]}</b>}
      </p>
    </div>
    <SmallPlate entry={entry} />
  </div>
)

/** The URL changes with every change of a drawing, so browsers may cache drawings forever. */
declare const __PLATES__: string

const SmallPlate = ({ entry: { kind, event } }: { entry: Pick<QueueRow, 'kind' | 'event'> }) => {
  if (kind === 'registration' && !findSubject(event)) {
    return null
  }
  const key = kind === 'registration' ? event : kind
  return (
    <svg viewBox="0 0 400 500" aria-hidden="true" className="small-plate h-12 shrink-0">
      <use href={`${__PLATES__}/${key}.svg#${key}`} />
    </svg>
  )
}

const mainDecisions = [
  { decision: 'verify', label: 'Verify', shape: 'primary', className: 'min-w-0 flex-[1.6] px-2!' },
  {
    decision: 'ask-correction',
    label: 'Correction',
    shape: 'secondary',
    className: 'flex-1 px-2!',
  },
  { decision: 'reject', label: 'Reject', shape: 'secondary', className: 'px-3!' },
] as const

const DecisionBar = ({
  entry: { state, amount, enteredBy, event },
  whyNoPicture,
  isWaiting,
  acceptsPresses,
  onPress,
  onOpen,
}: {
  entry: EntryDetails
  whyNoPicture: string | undefined
  isWaiting: boolean
  acceptsPresses: boolean
  onPress: (decision: Decision) => void
  onOpen: (dialog: 'cash' | 'mistake') => void
}) => {
  // The payment must stay in the list of refunds.
  const isOwed = useIsCancelled(event) && state === 'verified'
  const others: { label: string; choose: () => void }[] = []
  if (isLegal('verify', state) && amount) {
    others.push({ label: 'Paid in cash', choose: () => onOpen('cash') })
  }
  for (const decision of ['withdraw', 'reopen'] as const) {
    if (isLegal(decision, state) && !isOwed) {
      others.push({ label: decisionWords[decision], choose: () => onPress(decision) })
    }
  }
  if (enteredBy !== null && isLegal('withdraw', state)) {
    others.push({ label: 'Entered by mistake', choose: () => onOpen('mistake') })
  }
  return (
    <fieldset
      disabled={isWaiting}
      aria-disabled={!acceptsPresses}
      className={`flex gap-2 p-2 ${whyNoPicture ? 'max-sm:flex-wrap' : ''}`}
    >
      <legend className="sr-only">Decide</legend>
      {whyNoPicture && <p className="self-center px-1 text-sm">{whyNoPicture}</p>}
      {mainDecisions
        .filter(({ decision }) => isLegal(decision, state) && !isOwed)
        .filter(({ decision }) => decision !== 'verify' || !whyNoPicture)
        .map(({ decision, label, ...look }) => (
          <Button key={decision} {...look} onClick={() => onPress(decision)}>
            {label}
          </Button>
        ))}
      {others.length > 0 && (
        <DialogButton
          className="w-12 shrink-0 px-0!"
          aria-label="More decisions"
          title="More decisions"
          dialog={(close) => (
            <Dialog title="More decisions" onClose={close}>
              <div className="grid gap-2">
                {others.map(({ label, choose }) => (
                  <Button
                    key={label}
                    shape="secondary"
                    onClick={() => {
                      close()
                      choose()
                    }}
                  >
                    {label} …
                  </Button>
                ))}
              </div>
            </Dialog>
          )}
        >
          <Icon
            path="M5 12h.01M12 12h.01M19 12h.01"
            className="size-6 fill-none stroke-current stroke-[3]"
          />
        </DialogButton>
      )}
    </fieldset>
  )
}
