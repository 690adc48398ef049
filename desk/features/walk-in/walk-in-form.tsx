import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { accommodation } from '#edition/accommodation'
import { tiers } from '#edition/delegate-pass'
import { subjectNames } from '../../../festival/content/catalogue'
import { kinds } from '../../../festival/contract/queue'
import { decidedWords } from '../../../festival/contract/states'
import type { WalkInEntered } from '../../../festival/contract/walk-in'
import { isPublicInstallation } from '../../../festival/schedule/availability'
import { Banner, Refusal } from '../../../ui/banner'
import { Button } from '../../../ui/button'
import { ChoiceField } from '../../../ui/choice-field'
import { makeUuid } from '../../../ui/make-uuid'
import { TextField } from '../../../ui/text-field'
import { Link, toQueue } from '../../address'
import { type CallError, queryCall, retryDelayMs, useCommand } from '../../api'
import { submitLabel } from '../../command-dialog'
import { useSubjects } from '../../festival'
import { AnswerField, Check, Form } from '../../fields'
import { formatAmount, serverAheadMs, useNow } from '../../words'
import { rememberCommand } from '../decisions/commands'
import { UndoBar } from '../decisions/undo-bar'
import { TeamFields, useFieldErrors } from './team-fields'
import {
  amountToTake,
  emptyWalkIn,
  findDraftSubject,
  fitTeam,
  isOver,
  listEventChoices,
  nameNumberField,
  readWalkIn,
  type WalkInDraft,
  walkInFields,
} from './walk-in-draft'

const kindChoices = [{ value: 'registration', label: `An ${subjectNames.one}` }]
if (tiers.length > 0) {
  kindChoices.push({ value: 'delegate-pass', label: 'A delegate pass' })
}
if (accommodation) {
  kindChoices.push({ value: 'accommodation', label: 'A room' })
}

export const WalkInForm = ({
  verifies,
  onVerifies,
  onEntered,
}: {
  /** Whether the entry is verified as soon as the cash is taken. */
  verifies: boolean
  onVerifies: (verifies: boolean) => void
  onEntered: (entered: WalkInEntered) => void
}) => {
  const client = useQueryClient()
  const subjects = useSubjects()
  const { data: places } = useQuery(queryCall('readPlaces', {}))
  const [draft, setDraft] = useState(emptyWalkIn)
  const { show, clear, findError, summary } = useFieldErrors(draft.kind)
  // A retry must not enter anyone twice.
  const idempotencyKey = useRef(makeUuid())
  const [decision] = useState(makeUuid)
  const entering = useCommand('enterWalkIn', {
    retry: (times: number, failure: CallError) => failure.isTransient && times < 4,
    retryDelay: retryDelayMs,
    refreshes: ['listQueue', 'countQueue', 'readCash', 'readPlaces'],
    onSuccess: (entered) => {
      const { entryId, name, decided } = entered
      if (decided) {
        const back = {
          entryId,
          before: { state: 'submitted', source: null, version: decided.version - 1 },
        } as const
        rememberCommand(client, {
          id: decided.id,
          name,
          count: 1,
          back,
          what: decidedWords.verify,
          until: decided.undoUntil,
        })
      }
      onEntered(entered)
    },
    onError: ({ problem }) => {
      // A changed entry is a new request. After `email-failed`, the entry is saved, and the same
      // key only sends the e-mail again.
      if (problem && problem.code !== 'email-failed') {
        idempotencyKey.current = makeUuid()
      }
      if (problem?.errors) {
        show(problem.errors)
      }
    },
  })
  const set = (change: Partial<WalkInDraft>) => setDraft({ ...draft, ...change })
  const isEvent = draft.kind === 'registration'
  const subject = isEvent ? findDraftSubject(draft) : undefined
  const number = nameNumberField(draft.kind)
  const makeFieldState = (path: string) => ({
    value: draft.answers[path] ?? '',
    error: findError(path),
    onChange: (value: string) => {
      const answers = { ...draft.answers, [path]: value }
      clear(path)
      set({
        answers,
        members: fitTeam(draft.members, findDraftSubject({ answers })?.teamSize ?? 1),
      })
    },
  })
  const listFields = (areFirst: boolean) =>
    walkInFields[draft.kind]
      .filter(({ isFirst = false }) => isFirst === areFirst)
      .map(({ isOptional = false, isFirst: _isFirst, ...field }) => {
        const now = subjects.find(({ key }) => key === subject?.key)
        const isNeeded = field.path === 'delegate_id' && now?.passRequired
        const choices = field.path === 'event' ? listEventChoices(subjects, places) : field.choices
        return (
          <AnswerField
            key={field.path}
            {...field}
            choices={choices}
            {...makeFieldState(field.path)}
            isOptional={isOptional && !isNeeded}
          />
        )
      })
  const amount = amountToTake(draft)
  const isFree = amount === 0
  const paid = isFree ? 'cash' : draft.paid
  const isTaken = paid === 'cash' && amount !== null
  const isRefused = entering.error?.problem?.code === 'illegal'
  const twin = isRefused && entering.error?.problem?.registration_id
  const submit = (change: { anyway?: true; overLimit?: true } = {}) => {
    const headers = { 'Idempotency-Key': idempotencyKey.current }
    const read = readWalkIn(draft, subjects)
    clear()
    if (read.ok) {
      const verify = verifies && isTaken ? decision : undefined
      entering.mutate({ body: { ...read.value, paid, verify, ...change }, headers })
    } else {
      show(read.errors)
    }
  }
  const now = useNow(60_000) + serverAheadMs()
  // In a private installation, nothing ends, so that the desk can be tried in any year.
  const isLate =
    isPublicInstallation(window.location.origin, undefined) && isOver(draft, now, subjects)
  return (
    <Form onSubmit={() => submit()} className="mt-4 grid gap-5">
      {summary}
      {entering.error && !entering.error.problem?.errors && (
        <Refusal title="Not registered">
          <p>{entering.error.message}</p>
          {isRefused && (
            <p className="flex flex-wrap gap-x-4">
              {twin && (
                <Link href={toQueue({ q: twin })} className="press">
                  Open entry
                </Link>
              )}
              <button
                type="button"
                className="press"
                onClick={() => submit(twin ? { anyway: true } : { anyway: true, overLimit: true })}
              >
                Register anyway
              </button>
            </p>
          )}
        </Refusal>
      )}
      <ChoiceField
        path="kind"
        label="Registering for"
        choices={kindChoices}
        value={draft.kind}
        onChange={(chosen) => {
          clear()
          set({
            kind: kinds.find((kind) => kind === chosen) ?? 'registration',
            members: draft.members.slice(0, 1),
          })
        }}
      />
      {listFields(true)}
      {isLate && (
        <Banner tone="note" title="This has ended">
          <p>Register only people who paid before it ended. The confirmation is sent now.</p>
        </Banner>
      )}
      <TeamFields
        members={draft.members}
        teamSize={subject?.teamSize ?? 1}
        isTeam={isEvent}
        findError={findError}
        onChange={(members) => set({ members })}
      />
      {listFields(false)}
      {!isFree && (
        <ChoiceField
          path="paid"
          label="Payment"
          choices={[
            { value: 'cash', label: 'Cash' },
            { value: 'upi', label: 'UPI' },
          ]}
          value={draft.paid}
          onChange={(paid) => set({ paid: paid === 'upi' ? paid : 'cash' })}
        />
      )}
      {isTaken && (
        <Check checked={verifies} onChange={({ target }) => onVerifies(target.checked)}>
          {isFree ? 'Verify now' : 'Verify now: I have received the cash'}
        </Check>
      )}
      {paid === 'upi' && (
        <TextField
          path={number}
          {...makeFieldState(number)}
          label="UTR"
          hint="12 digits, from their UPI app."
          isOptional={number === 'utr'}
          inputMode="numeric"
        />
      )}
      <div className="sticky bottom-0 -mx-4 border-t border-line bg-leaf">
        <UndoBar />
        <div className="flex flex-wrap items-center justify-between gap-3 px-4 py-3">
          <p className="figures" role="status">
            {amount === undefined && 'Choose what to register for.'}
            {amount === null && 'Covered by a pass: there is no fee to collect.'}
            {isFree && 'This event is free. There is no fee to collect.'}
            {typeof amount === 'number' && amount > 0 && (
              <>
                Collect <b className="text-lg">{formatAmount(amount)}</b>
                {isEvent && draft.answers.coupon && ', less the coupon'}
              </>
            )}
          </p>
          <Button type="submit" disabled={entering.isPending}>
            {submitLabel(entering, 'Register')}
          </Button>
        </div>
      </div>
    </Form>
  )
}
