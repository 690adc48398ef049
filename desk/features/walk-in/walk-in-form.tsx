import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { tiers } from '#edition/delegate-pass'
import type { WalkIn, WalkInEntered } from '../../../festival/desk/walk-in'
import type { FieldError } from '../../../festival/problem'
import { registrantCategories, yearSuggestions } from '../../../festival/registrant'
import { fullName } from '../../../festival/subject'
import { Banner } from '../../../ui/banner'
import { Button } from '../../../ui/button'
import { ChoiceField } from '../../../ui/choice-field'
import { ErrorSummary } from '../../../ui/error-summary'
import { FieldNotes } from '../../../ui/field'
import { fieldId } from '../../../ui/field-id'
import { makeKey } from '../../../ui/make-key'
import { TextField } from '../../../ui/text-field'
import { type CallFailed, call } from '../../api'
import { keys } from '../../query-client'
import { writeAmount } from '../../words/write-moment'
import { retryDelayMs } from '../decisions/decide'
import {
  amountToTake,
  emptyMember,
  emptyWalkIn,
  formPath,
  offered,
  readWalkIn,
  subjectOf,
  type WalkInDraft,
} from './walk-in-draft'

const Select = ({
  path,
  label,
  value,
  error,
  onChange,
  children,
}: {
  path: string
  label: string
  value: string
  error: string | undefined
  onChange: (value: string) => void
  children: ReactNode
}) => (
  <div>
    <label htmlFor={fieldId(path)} className="font-semibold">
      {label}
    </label>
    <FieldNotes path={path} error={error} />
    <select
      id={fieldId(path)}
      value={value}
      required
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${fieldId(path)}-error` : undefined}
      onChange={(event) => onChange(event.target.value)}
      className="mt-1.5 min-h-12 w-full border border-line bg-paper px-3"
    >
      <option value="">Choose …</option>
      {children}
    </select>
  </div>
)

/** Enters somebody who stands at the desk, by the same rules as the site's forms, a picture aside (behaviour 14.78). */
export const WalkInForm = ({ onEntered }: { onEntered: (entered: WalkInEntered) => void }) => {
  const client = useQueryClient()
  const [draft, setDraft] = useState<WalkInDraft>(emptyWalkIn)
  const [errors, setErrors] = useState<readonly FieldError[]>([])
  const summary = useRef<HTMLDivElement>(null)
  // One key for one person, however often it is sent.
  const key = useRef(makeKey())
  const show = (found: readonly FieldError[]) => {
    setErrors(found)
    requestAnimationFrame(() => summary.current?.focus())
  }
  const entering = useMutation({
    mutationFn: (body: WalkIn) => call('enterWalkIn', { body, headers: { 'Idempotency-Key': key.current } }),
    retry: (times: number, failure: CallFailed) => failure.isPassing && times < 4,
    retryDelay: retryDelayMs,
    onSuccess: (entered) => {
      void client.invalidateQueries({ queryKey: keys.queue })
      void client.invalidateQueries({ queryKey: keys.counts })
      onEntered(entered)
    },
    onError: ({ problem }) => {
      // What was refused may change before it is sent again: that is another request.
      if (problem) key.current = makeKey()
      if (problem?.errors) show(problem.errors.map(({ path, message }) => ({ path: formPath(path), message })))
    },
  })
  const set = (change: Partial<WalkInDraft>) => setDraft({ ...draft, ...change })
  const setMember = (at: number, change: Partial<(typeof draft.members)[number]>) =>
    set({ members: draft.members.map((member, index) => (index === at ? { ...member, ...change } : member)) })
  const errorOf = (path: string) => errors.find((error) => error.path === path)?.message
  const text = (path: 'email' | 'institution' | 'delegate_id' | 'coupon' | 'utr') => ({
    path,
    value: draft[path],
    error: errorOf(path),
    onChange: (value: string) => set({ [path]: value }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const read = readWalkIn(draft)
    setErrors([])
    if (read.ok) entering.mutate(read.value)
    else show(read.errors)
  }
  const isPass = draft.kind === 'delegate-pass'
  const subject = subjectOf(draft)
  const most = isPass ? 1 : (subject?.teamSize ?? 1)
  const amount = amountToTake(draft)
  return (
    <form noValidate onSubmit={submit} className="mt-4 grid gap-5">
      {errors.length > 0 && <ErrorSummary ref={summary} errors={errors} />}
      {entering.error && !entering.error.problem?.errors && (
        <Banner tone="error" title="Not entered">
          <p>{entering.error.message}</p>
        </Banner>
      )}
      <ChoiceField
        path="kind"
        label="What for?"
        choices={[
          { value: 'registration', label: 'An event or workshop' },
          { value: 'delegate-pass', label: 'A delegate pass' },
        ]}
        value={draft.kind}
        onChange={(kind) =>
          set({ kind: kind === 'delegate-pass' ? kind : 'registration', members: draft.members.slice(0, 1) })
        }
      />
      {isPass ? (
        <Select path="tier" label="Tier" value={draft.tier} error={errorOf('tier')} onChange={(tier) => set({ tier })}>
          {tiers.map(({ value, label, name }) => (
            <option key={value} value={value}>
              {label}: {name}
            </option>
          ))}
        </Select>
      ) : (
        <Select
          path="event"
          label="Event or workshop"
          value={draft.event}
          error={errorOf('event')}
          onChange={(event) => set({ event, members: draft.members.slice(0, subjectOf({ event })?.teamSize ?? 1) })}
        >
          {offered.map((one) => (
            <option key={one.key} value={one.key}>
              {fullName(one)}
            </option>
          ))}
        </Select>
      )}
      {draft.members.map((member, at) => (
        <fieldset key={member.id} className="grid gap-3 border-l-2 border-rule pl-4 sm:grid-cols-3">
          <legend className="font-semibold">
            {isPass ? 'Who is it?' : at === 0 ? 'Team leader' : `Member ${at + 1}`}
          </legend>
          <TextField
            path={`members.${at}.name`}
            label="Name"
            autoComplete="off"
            isOptional={at > 0}
            value={member.name}
            error={errorOf(`members.${at}.name`)}
            onChange={(name) => setMember(at, { name })}
          />
          <TextField
            path={`members.${at}.phone`}
            label="Phone"
            type="tel"
            autoComplete="off"
            isOptional={at > 0}
            value={member.phone}
            error={errorOf(`members.${at}.phone`)}
            onChange={(phone) => setMember(at, { phone })}
          />
          {!isPass && (
            <TextField
              path={`members.${at}.year`}
              label="Year of study"
              suggestions={yearSuggestions}
              isOptional={at > 0}
              value={member.year}
              error={errorOf(`members.${at}.year`)}
              onChange={(year) => setMember(at, { year })}
            />
          )}
        </fieldset>
      ))}
      {draft.members.length < most && (
        <Button
          shape="secondary"
          onClick={() => set({ members: [...draft.members, emptyMember(draft.members.length)] })}
        >
          Add a member ({draft.members.length} of {most})
        </Button>
      )}
      <TextField {...text('email')} label="E-mail address" type="email" autoComplete="off" />
      <TextField {...text('institution')} label="College or institution" autoComplete="off" />
      {!isPass && (
        <>
          <Select
            path="category"
            label="Category"
            value={draft.category}
            error={errorOf('category')}
            onChange={(category) => set({ category })}
          >
            {registrantCategories.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
          <TextField
            {...text('delegate_id')}
            label="Delegate Pass ID"
            isOptional={!subject?.passRequired}
            autoComplete="off"
          />
          <TextField {...text('coupon')} label="Coupon" isOptional autoComplete="off" />
        </>
      )}
      <ChoiceField
        path="paid"
        label="How is it paid?"
        choices={[
          { value: 'cash', label: 'Cash' },
          { value: 'upi', label: 'UPI' },
        ]}
        value={draft.paid}
        onChange={(paid) => set({ paid: paid === 'upi' ? paid : 'cash' })}
      />
      {draft.paid === 'upi' && (
        <TextField {...text('utr')} label="UTR" hint="12 digits, from their UPI app." isOptional inputMode="numeric" />
      )}
      <div className="sticky bottom-0 -mx-4 flex flex-wrap items-center justify-between gap-3 border-t border-line bg-leaf px-4 py-3">
        <p className="figures" role="status">
          {amount === undefined ? (
            'Choose what for.'
          ) : amount === null ? (
            'Covered by a pass: take nothing.'
          ) : (
            <>
              To take: <b className="text-lg">{writeAmount(amount)}</b>
              {draft.coupon && ', less the coupon'}
            </>
          )}
        </p>
        <Button type="submit" disabled={entering.isPending}>
          {entering.failureCount > 0 && entering.isPending
            ? 'Not yet saved, trying again …'
            : entering.isPending
              ? 'Saving …'
              : 'Enter'}
        </Button>
      </div>
    </form>
  )
}
