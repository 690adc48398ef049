import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { kinds } from '../../../festival/bank/match'
import { settleSkipWords } from '../../../festival/desk/bank'
import { Button } from '../../../ui/button'
import { Dialog } from '../../../ui/dialog'
import { focusField } from '../../../ui/field-id'
import { makeKey } from '../../../ui/make-key'
import { Refusal } from '../../../ui/refusal'
import { TextField } from '../../../ui/text-field'
import type { CallFailed } from '../../api'
import { announce } from '../../messages'
import { itemOf, type SeenMatch, settleOptions, tellDifference, tellInstead } from './bank'
import { ExpectedLine, RowLine } from './side-lines'

/** A dialog that sends one command of the bank's pages: what it needs, why it was not taken, and its button. */
export const CommandDialog = ({
  title,
  confirm,
  refused,
  tellRefusal = ({ message }) => message,
  command: { isPending, failureCount, error },
  isDisabled = false,
  className = '',
  asks,
  onSubmit,
  onClose,
  children,
}: {
  title: ReactNode
  confirm: string
  /** The title of a refusal: "Not verified". */
  refused: string
  tellRefusal?: (failure: CallFailed) => string
  command: Pick<UseMutationResult<unknown, CallFailed>, 'isPending' | 'failureCount' | 'error'>
  isDisabled?: boolean
  className?: string
  /** What stays in sight beside the button. */
  asks?: ReactNode
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}) => {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isPending) onSubmit()
  }
  return (
    <Dialog title={title} onClose={onClose} isLocked={isPending} className={className}>
      <form noValidate onSubmit={submit} className="grid gap-4">
        {children}
        {error && (
          <Refusal title={refused}>
            <p>{tellRefusal(error)}</p>
          </Refusal>
        )}
        <div className="sticky bottom-0 -mx-5 -mb-5 grid gap-3 border-t border-rule bg-leaf p-3">
          {asks}
          <Button type="submit" disabled={isPending || isDisabled}>
            {isPending ? (failureCount > 0 ? 'Not yet saved, trying again …' : 'Saving …') : confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/**
 * Settles what somebody has before their eyes; asks why where the amounts differ, or where nothing but their word ties a payment to
 * a submission.
 */
export const SettleDialog = ({
  title,
  seen,
  needsReason,
  hint,
  children,
  onClose,
}: {
  title: string
  /** What would be settled; undefined while nothing is chosen. */
  seen: SeenMatch | undefined
  needsReason: boolean
  /** What such a reason may be. */
  hint: string
  children: ReactNode
  onClose: () => void
}) => {
  const client = useQueryClient()
  const settling = useMutation(settleOptions(client))
  const [reason, setReason] = useState('')
  const [isTold, setIsTold] = useState(false)
  const id = useRef(makeKey())
  const { difference = 0 } = seen?.match ?? {}
  const isMissing = needsReason && reason.trim().length < 3
  const names = seen?.expected.map(({ name }) => name).join(', ') ?? ''
  const press = () => {
    setIsTold(true)
    if (!seen) return
    if (isMissing) return focusField('reason')
    const item = itemOf(seen, { hasSeenFlags: true, ...(needsReason ? { reason: reason.trim() } : {}) })
    settling.mutate(
      { id: id.current, items: [item] },
      {
        onSuccess: ({ skipped }) => {
          // What is pressed next is another press.
          id.current = makeKey()
          if (skipped.length > 0) return
          announce(`Verified by the bank’s row: ${names}`)
          onClose()
        },
      },
    )
  }
  return (
    <CommandDialog
      title={title}
      confirm={seen ? `Verify ${names}` : 'Choose one first'}
      refused="Not verified"
      command={settling}
      isDisabled={!seen}
      className="lg:w-[56rem]"
      asks={
        <>
          {difference !== 0 && <p className="font-semibold text-nerve">{tellDifference(difference)}.</p>}
          {needsReason && (
            <TextField
              path="reason"
              label="Why is it all right?"
              hint={hint}
              value={reason}
              maxLength={300}
              autoComplete="off"
              error={isTold && isMissing ? 'Say why, in a few words.' : undefined}
              onChange={setReason}
            />
          )}
        </>
      }
      onSubmit={press}
      onClose={onClose}
    >
      {children}
      {settling.data && settling.data.skipped.length > 0 && (
        <Refusal title="Left alone">
          {settling.data.skipped.map(({ submission, name, why }) => (
            <p key={submission}>
              <bdi>{name}</bdi>: {settleSkipWords[why]}.
            </p>
          ))}
        </Refusal>
      )}
    </CommandDialog>
  )
}

export const paidRest = 'It stands on the record: “Paid the rest in cash”.'
export const showedApp = 'It stands on the record: “They showed me the payment in their app”.'

/** A match that needs a reason: its amount differs, or something speaks against it. */
export const AcceptDialog = ({ seen, onClose }: { seen: SeenMatch; onClose: () => void }) => (
  <SettleDialog
    title={seen.match.difference ? `Accept ${tellInstead(seen)}` : kinds[seen.match.kind].words}
    seen={seen}
    needsReason
    hint={seen.match.difference ? paidRest : showedApp}
    onClose={onClose}
  >
    <div className="@container grid gap-1">
      {seen.expected.map((one) => (
        <ExpectedLine key={one.id} of={one} />
      ))}
      {seen.rows.map((row) => (
        <RowLine key={row.id} row={row} expected={seen.expected} />
      ))}
    </div>
  </SettleDialog>
)
