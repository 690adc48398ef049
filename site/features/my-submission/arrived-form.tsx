import { useEffect, useState } from 'react'
import * as v from 'valibot'
import { type AskForStatus, askForStatusSchema } from '../../../festival/my-submission'
import { parseBody } from '../../../festival/problem'
import { Banner } from '../../../ui/banner'
import { TextField } from '../../../ui/text-field'
import { adoptTexts, typedText, useEarlyTexts } from '../../forms/drafts/early-texts'
import { formLook, WithoutScripts } from '../../forms/layout/form-page'
import type { SubmissionFailure } from '../../forms/submission/read-failure'
import { SubmitPart } from '../../forms/submission/submit-part'
import { useFieldErrors } from '../../forms/submission/use-field-errors'
import { useRetries } from '../../forms/submission/use-retries'
import { askForStatus } from './calls'
import { SendFaults } from './send-faults'
import { tellFailure } from './tell-failure'

const typed = v.object({ id: typedText, email: typedText })

const label = 'Send me the link'

/** Asks for a link to a submission by its id and e-mail address; what comes back never says whether there is one (behaviour 14.41). */
export const ArrivedForm = ({ findLatest }: { findLatest: () => Promise<AskForStatus | undefined> }) => {
  const [held, setHeld] = useState({ id: '', email: '' })
  const [isBusy, setIsBusy] = useState(false)
  const [answer, setAnswer] = useState('')
  const [failure, setFailure] = useState<SubmissionFailure>()
  const errors = useFieldErrors(failure)
  const patience = useRetries()
  const form = useEarlyTexts((texts) => setHeld((now) => adoptTexts(typed, now, texts)))

  // What this device sent last is most likely meant; what somebody has typed meanwhile stays.
  useEffect(() => {
    findLatest().then(
      (latest) => latest && setHeld((now) => (now.id === '' && now.email === '' ? latest : now)),
      () => undefined,
    )
  }, [findLatest])

  const ask = async (): Promise<SubmissionFailure | undefined> => {
    const parsed = parseBody(askForStatusSchema, held)
    if (!parsed.ok) return { kind: 'fields', errors: parsed.errors }
    const given = await patience.send(() => askForStatus(parsed.value))
    if (given.ok) {
      setAnswer(given.value.message)
      return undefined
    }
    const problem = given.failure.kind === 'problem' ? given.failure.problem : undefined
    return problem?.errors
      ? { kind: 'fields', errors: problem.errors }
      : { kind: 'refused', words: 'The link could not be asked for.', advice: tellFailure(given.failure) }
  }
  const submit = async () => {
    if (isBusy) return
    setIsBusy(true)
    setAnswer('')
    setFailure(undefined)
    setFailure(await ask())
    setIsBusy(false)
  }
  const field = (path: 'id' | 'email') => ({
    path,
    value: held[path],
    error: errors.of(path),
    onChange: (text: string) => {
      errors.note(path, undefined)
      setHeld((now) => ({ ...now, [path]: text }))
    },
  })

  return (
    <form
      ref={form}
      method="post"
      noValidate
      aria-label="Check my registration"
      className={formLook}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <WithoutScripts />
      <div className="space-y-5 pb-8">
        <TextField
          {...field('id')}
          label="Your ID"
          autoComplete="off"
          autoCapitalize="characters"
          hint="The ID from your confirmation, e.g. EVT-004217. A Delegate Pass ID or a room’s transaction ID works too."
        />
        <TextField
          {...field('email')}
          label="E-mail"
          type="email"
          inputMode="email"
          autoComplete="email"
          hint="The address that you gave in the form."
        />
      </div>
      <div className="space-y-4 border-t border-rule pt-6">
        <SendFaults patience={patience} failure={failure} errors={errors} label={label} />
        {answer && (
          <Banner tone="success" title={answer}>
            <p>It can take some minutes. Please check your spam folder too.</p>
          </Banner>
        )}
        <SubmitPart label={label} isBusy={isBusy} words="For privacy, the answer comes only by e-mail." />
      </div>
    </form>
  )
}
