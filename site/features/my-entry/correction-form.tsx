import { type ComponentProps, useMemo } from 'react'
import * as v from 'valibot'
import { helpDeskContact } from '../../../festival/content/help-desk'
import { fullName, mostMembers } from '../../../festival/content/subject'
import {
  type CorrectMyEntry,
  type MyEntry,
  myEntryPaths,
} from '../../../festival/contract/my-entry'
import { formatRupees } from '../../../festival/payment/fee'
import { fileMessages } from '../../../festival/text/messages'
import { TextField } from '../../../ui/text-field'
import { type ApiFailure, post } from '../../api'
import { useSubjects } from '../../festival'
import { readText } from '../../forms/draft'
import { type Failure, readFailure } from '../../forms/failure'
import { NameField, PhoneField, UploadField, utrHint } from '../../forms/fields'
import { FormPart, FormSheet } from '../../forms/form-page'
import type { PaymentStop } from '../../forms/payment-gate'
import { PaymentSteps } from '../../forms/payment-steps'
import { SendPart } from '../../forms/send-part'
import { type Form, useForm } from '../../forms/use-form'
import { memberSchema, TeamFields, type TeamValues } from '../../team-fields'

type Correction = NonNullable<MyEntry['correction']>
type Values = TeamValues & Record<string, unknown>
type Body = Required<Pick<CorrectMyEntry, 'fields' | 'proofs'>>

const words = {
  saveFailed: 'Your changes could not be sent. Please try again.',
  emailFailed: '',
  uploadFailed: fileMessages.uploadFailed,
}

/** Error codes after which the page reloads the entry. */
const staleCodes: readonly string[] = ['stale', 'link-spent', 'gone']

export const isStaleFailure = (failure: ApiFailure): boolean =>
  failure.kind === 'problem' && staleCodes.includes(failure.problem.code)

/** The form keeps the text that was typed. */
export const readCorrectionFailure = (failure: ApiFailure): Failure => {
  if (failure.kind === 'problem' && failure.problem.code === 'registration-closed') {
    const advice = 'Nothing was changed. What you typed is still on this page.'
    return { kind: 'refused', words: failure.problem.detail, advice }
  }
  return readFailure(failure, words)
}

/** Missing values default to the entry's current values. */
const correctionSchema = ({ fields }: Correction): v.GenericSchema<unknown, Values> => {
  const team = fields.find(({ name }) => name === 'members')
  const rows: v.InferInput<typeof memberSchema>[] = team ? JSON.parse(team.value) : []
  const members = v.optional(v.array(memberSchema), rows)
  const texts = fields
    .filter((field) => field !== team)
    .map(({ name, value }) => [name, v.optional(v.string(), value)])
  const entries: Record<string, v.GenericSchema> = { ...Object.fromEntries(texts), members }
  return v.object({ ...entries, members })
}

/** Only the help desk can change the leader, but participants can add a missing phone number. */
const listFixed = (correction: Correction): string[] => {
  const [leader] = v.parse(correctionSchema(correction), {}).members
  return leader?.phone ? ['members.0.name', 'members.0.phone'] : ['members.0.name']
}

interface CorrectionProps {
  secret: string
  entry: MyEntry
  correction: Correction
  onSend: () => void
  onDone: (entry: MyEntry) => void
  onChanged: () => void
}

/**
 * Asks only for a payment difference, fields or files that need a correction. Sends the version of
 * the entry, so that the server can reject outdated corrections.
 */
export const CorrectionForm = ({
  secret,
  entry,
  correction,
  onSend,
  onDone,
  onChanged,
}: CorrectionProps) => {
  const { label, version } = entry
  const { reasons, note, fields, proofs, difference, teamSize } = correction
  const isTeam = mostMembers(teamSize) > 1
  const keepAs = `correction:${label}:${version}`
  const form: Form<Values, Body> = useForm<Values, Body>({
    keepAs,
    schema: useMemo(() => correctionSchema(correction), [correction]),
    files: Object.fromEntries(
      proofs.map(({ field, ...plan }) => [field, { ...plan, keepAs: `${keepAs}:${field}` }]),
    ),
    words,
    check: (values, urls) => {
      const errors = [
        ...fields
          .filter(({ name }) => name !== 'members' && readText(values, name).trim() === '')
          .map(({ name, label }) => ({ path: name, message: `Please fill in: ${label}.` })),
        ...proofs
          .filter(({ field }) => urls[field] === '')
          .map(({ field }) => ({ path: field, message: 'Please choose a new file.' })),
      ]
      const answers = fields.map(({ name }) => [name, values[name]])
      return errors.length > 0
        ? { ok: false, errors }
        : { ok: true, value: { fields: Object.fromEntries(answers), proofs: urls } }
    },
    send: async (body, retry) => {
      const answer = await retry(() =>
        post<MyEntry>(myEntryPaths.correct, { secret, version, ...body }),
      )
      if (answer.ok) {
        form.clear()
        onDone(answer.value)
      } else if (isStaleFailure(answer.failure)) {
        onChanged()
      } else {
        return readCorrectionFailure(answer.failure)
      }
      return undefined
    },
  })
  const submit = () => {
    onSend()
    void form.submit()
  }
  const isCancelled = useSubjects().some(
    (subject) =>
      entry.kind === 'registration' &&
      subject.status === 'cancelled' &&
      fullName(subject) === entry.eventName,
  )
  const stop: PaymentStop | undefined = isCancelled
    ? {
        title: `${entry.eventName} is cancelled: please don’t pay`,
        advice: 'If you have already paid the difference, send the correction to get it back.',
      }
    : undefined
  const texts = fields.filter(({ name }) => name !== 'members')
  const sendsTeam = isTeam && texts.length < fields.length
  const whose = isTeam ? 'the team' : 'my details'
  const leader = isTeam ? 'the leader’s' : 'your'
  if (entry.team) {
    return (
      <details>
        <summary className={summaryLook}>{`Change ${whose}`}</summary>
        <FormSheet
          form={form}
          name={whose}
          onSubmit={submit}
          footer={
            <SendPart
              form={form}
              label={`Save ${whose}`}
              noun="change"
              hasClear={false}
              hasTeam={isTeam}
            />
          }
        >
          <div className="mb-8 space-y-5">
            <p>
              You can change {isTeam ? 'names, phones and years' : 'your year of study'} up to 5
              times a day until registration closes. To change {leader} name or phone, call{' '}
              {helpDeskContact}.{' '}
              {entry.state === 'verified'
                ? 'We e-mail you about each change.'
                : 'We won’t e-mail you about it.'}
            </p>
            <TeamFields form={form} teamSize={teamSize} fixed={listFixed(correction)} />
          </div>
        </FormSheet>
      </details>
    )
  }
  return (
    <FormSheet
      form={form}
      name="Correction"
      onSubmit={submit}
      footer={
        <SendPart
          form={form}
          label="Send the correction"
          noun="correction"
          hasClear={false}
          hasTeam={sendsTeam}
        />
      }
    >
      <div data-colour="nerve" className="mb-8 border-l-2 border-accent pl-4">
        <h2 className="text-xl">What to correct</h2>
        <ul className="measure mt-2 list-disc space-y-2 pl-5">
          {reasons.map(({ words }) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
        {note && <p className="measure mt-3 break-words">“{note}”</p>}
      </div>
      <div>
        {difference && (
          <FormPart title={`Pay the difference: ${formatRupees(difference.amount)}`}>
            <PaymentSteps
              stop={stop}
              isAlert
              amount={difference.amount}
              reference={difference.reference}
              proof="Send the correction below"
            />
          </FormPart>
        )}
        {fields.length > 0 && (
          <FormPart title="Correct" caption="Everything else stays the same">
            {texts.map(({ name, label }) => {
              const Field = people[name] ?? TextField
              return <Field key={name} {...looks[name]} {...form.fieldNamed(name)} label={label} />
            })}
            {texts.length < fields.length && <TeamFields form={form} teamSize={teamSize} />}
          </FormPart>
        )}
        {proofs.length > 0 && (
          <FormPart title="Send again">
            {proofs.map(({ field, label, takes }) => {
              const types = takes.includes('application/pdf') ? ', WebP or PDF' : ' or WebP'
              return (
                <UploadField
                  key={field}
                  form={form}
                  path={field}
                  label={`New: ${label}`}
                  hint={`JPEG, PNG${types}, up to 4 MB. We keep the earlier one, too.`}
                />
              )
            })}
          </FormPart>
        )}
      </div>
    </FormSheet>
  )
}

export const summaryLook =
  'min-h-11 cursor-pointer py-2.5 font-semibold underline decoration-line underline-offset-4'

const people: Readonly<Record<string, typeof NameField>> = { name: NameField, phone: PhoneField }

const digits = { inputMode: 'numeric', autoComplete: 'off', hint: utrHint } as const

const looks: Readonly<Record<string, Partial<ComponentProps<typeof TextField>>>> = {
  utr: digits,
  transaction_id: digits,
  delegate_id: { ...digits, hint: 'The twelve digits of your pass.' },
}
