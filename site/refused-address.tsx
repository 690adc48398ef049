import { type FormEvent, useState } from 'react'
import * as v from 'valibot'
import { helpDeskContact } from '../festival/content/help-desk'
import type { FormKind, Forms, Receipt } from '../festival/forms/api'
import { email as emailSchema } from '../festival/text/fields'
import { Button } from '../ui/button'
import { focusField } from '../ui/field'
import { sendForm } from './api'
import { describeFailure } from './forms/failure'
import { EmailField } from './forms/fields'
import { useRetries } from './forms/retries'
import { RetryNotice } from './forms/send-part'
import { findId, keepReceipt, type RefusedForm, readStored, refusedInMemory } from './receipts'

const findRefused = <Kind extends FormKind>(
  kind: Kind,
  id: string | undefined,
): RefusedForm<Kind> | undefined => {
  for (const [key, value] of Object.entries(readStored())) {
    const stored = value as { kind?: string; receipt?: Receipt; body?: Forms[Kind]['body'] } | null
    if (stored?.kind === kind && stored.body && stored.receipt && findId(stored.receipt) === id) {
      return { key, body: stored.body }
    }
  }
  return refusedInMemory.get(`${kind} ${id}`) as RefusedForm<Kind> | undefined
}

/** Asks for a corrected address and resends the refused form under its original key. */
export const RefusedAddress = <Kind extends FormKind>({
  kind,
  receipt,
  onCorrected,
}: {
  kind: Kind
  receipt: Forms[Kind]['receipt']
  onCorrected: (receipt: Forms[Kind]['receipt']) => void
}) => {
  const id = findId(receipt)
  const path = `email-${id}`
  const [email, setEmail] = useState(receipt.email)
  const [error, setError] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const retries = useRetries()
  if (receipt.confirmation !== 'refused') {
    return null
  }
  const refusedForm = findRefused(kind, id)

  const correct = async (): Promise<string | undefined> => {
    const parsed = v.safeParse(emailSchema, email)
    if (!parsed.success) {
      return parsed.issues[0].message
    }
    if (!refusedForm) {
      return undefined
    }
    if (parsed.output === receipt.email) {
      return 'This address was refused. Enter another one.'
    }
    const body = { ...refusedForm.body, email: parsed.output }
    const answer = await retries.send(() => sendForm(kind, body, refusedForm.key))
    const code =
      !answer.ok && answer.failure.kind === 'problem' ? answer.failure.problem.code : undefined
    if (code === 'key-reused') {
      return `You can no longer correct it here. Call ${helpDeskContact}, and give the ID ${id}.`
    }
    if (!answer.ok && code !== 'email-failed') {
      return describeFailure(answer.failure)
    }
    // After `email-failed`, the address is saved and the server retries the e-mail.
    const next = answer.ok
      ? answer.value
      : { ...receipt, email: parsed.output, confirmation: 'queued' as const }
    keepReceipt(refusedForm.key, kind, next, body)
    onCorrected(next)
    return next.confirmation === 'refused'
      ? 'The mail server refuses this address, too.'
      : undefined
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) {
      return
    }
    setIsBusy(true)
    const fault = await correct()
    setIsBusy(false)
    setError(fault)
    if (fault) {
      focusField(path)
    }
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
      {refusedForm ? (
        <>
          <p className="mt-1 mb-4">
            Your form is saved and you do not pay again, but our e-mails cannot reach you. Please
            correct the address.
          </p>
          <form
            method="post"
            noValidate
            className="space-y-4"
            onSubmit={(event) => void submit(event)}
          >
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
            {retries.wait && (
              <RetryNotice key={retries.wait.seconds} wait={retries.wait} stop={retries.stop} />
            )}
            <Button type="submit" disabled={isBusy}>
              {isBusy ? 'Sending...' : 'Correct the address'}
            </Button>
          </form>
        </>
      ) : (
        <p className="mt-1">
          Your form is saved, but our e-mails cannot reach you. Call {helpDeskContact}, and give the
          ID {id}.
        </p>
      )}
    </section>
  )
}
