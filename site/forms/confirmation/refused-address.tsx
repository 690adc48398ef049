import { type FormEvent, useState } from 'react'
import * as v from 'valibot'
import type { FormKind, Forms } from '../../../festival/api'
import { email as emailSchema } from '../../../festival/fields'
import { deskWords } from '../../../festival/help-desk'
import { Button } from '../../../ui/button'
import { focusField } from '../../../ui/field'
import { type ApiFailure, sendForm } from '../../api'
import { findRefused, idOf, keepReceipt } from '../../kept-receipts'
import { EmailField } from '../email/email-field'
import { RetryNotice } from '../submission/retry-notice'
import { useRetries } from '../submission/use-retries'

const adviseOn = (failure: ApiFailure, id: string | undefined): string => {
  if (failure.kind === 'unreachable') return 'The server does not answer. Check your connection and try again.'
  const { code, errors, detail } = failure.problem
  if (code === 'key-reused') return `It cannot be corrected here any more. Call ${deskWords}, and name the ID ${id}.`
  return errors?.[0]?.message ?? detail
}

/**
 * Where the mail server refuses the address for good: the form is saved, and takes another address (behaviour 5.56). The same
 * body goes again under the same key with nothing but the address changed.
 */
export const RefusedAddress = <Kind extends FormKind>({
  kind,
  receipt,
  onCorrected,
}: {
  kind: Kind
  receipt: Forms[Kind]['receipt'] & { email: string }
  onCorrected: (receipt: Forms[Kind]['receipt']) => void
}) => {
  const id = idOf(receipt)
  const path = `email-${id}`
  const sent = findRefused(kind, id)
  const [email, setEmail] = useState(receipt.email)
  const [error, setError] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const retries = useRetries()

  const correct = async (): Promise<string | undefined> => {
    const parsed = v.safeParse(emailSchema, email)
    if (!parsed.success) return parsed.issues[0].message
    if (!sent) return undefined
    if (parsed.output === receipt.email) return 'This is the address that was refused. Write another one.'
    const body = { ...sent.body, email: parsed.output }
    const answer = await retries.send(() => sendForm(kind, body, sent.key))
    const isSaved = !answer.ok && answer.failure.kind === 'problem' && answer.failure.problem.code === 'email-failed'
    if (!answer.ok && !isSaved) return adviseOn(answer.failure, id)
    // Where the attempt failed the address is saved, and the server tries again by itself.
    const next = answer.ok ? answer.value : { ...receipt, email: parsed.output, confirmation: 'queued' as const }
    keepReceipt(sent.key, kind, next, body)
    onCorrected(next)
    return next.confirmation === 'refused' ? 'The mail server refuses this address, too.' : undefined
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setIsBusy(true)
    const fault = await correct()
    setIsBusy(false)
    setError(fault)
    if (fault) focusField(path)
  }

  return (
    <section
      data-colour="nerve"
      aria-label="Correct your e-mail address"
      className="mt-5 border-l-4 border-accent pl-4"
    >
      <p className="font-semibold">
        The mail server refuses <span className="break-all">{receipt.email}</span>
      </p>
      {sent ? (
        <>
          <p className="mt-1 mb-4">
            Your form is saved, and you do not pay again; only our e-mails cannot reach you. Please correct the address.
          </p>
          <form method="post" noValidate className="space-y-4" onSubmit={(event) => void submit(event)}>
            <EmailField
              path={path}
              value={email}
              error={error}
              onChange={(text) => {
                setError(undefined)
                setEmail(text)
              }}
              onBlur={() => undefined}
            />
            {retries.wait && <RetryNotice wait={retries.wait} onStop={retries.stop} />}
            <Button type="submit" disabled={isBusy}>
              {isBusy ? 'Sending...' : 'Correct the address'}
            </Button>
          </form>
        </>
      ) : (
        <p className="mt-1">
          Your form is saved; only our e-mails cannot reach you. Call {deskWords}, and name the ID {id}.
        </p>
      )}
    </section>
  )
}
