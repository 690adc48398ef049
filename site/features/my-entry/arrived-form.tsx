import { useEffect, useEffectEvent, useState } from 'react'
import * as v from 'valibot'
import {
  type AskedForStatus,
  type AskForStatus,
  askForStatusSchema,
  myEntryPaths,
} from '../../../festival/contract/my-entry'
import { parseBody } from '../../../festival/contract/problem'
import { Banner } from '../../../ui/banner'
import { TextField } from '../../../ui/text-field'
import { post } from '../../api'
import { optionalPages } from '../../built'
import { fillEmptyTexts, typedText } from '../../forms/draft'
import { describeFailure } from '../../forms/failure'
import { EmailField } from '../../forms/fields'
import { FormSheet } from '../../forms/form-page'
import { SendPart } from '../../forms/send-part'
import { useForm } from '../../forms/use-form'

const askedSchema = v.object({ id: typedText, email: typedText })

const requestNotSent = 'Your request was not sent.'
const words = {
  saveFailed: requestNotSent,
  emailFailed: requestNotSent,
  uploadFailed: requestNotSent,
}

const otherIds: string[] = []
if (optionalPages.includes('delegate-pass')) {
  otherIds.push('a Delegate Pass ID')
}
if (optionalPages.includes('accommodation')) {
  otherIds.push('a room’s transaction ID')
}

const idHint = 'The ID from your confirmation, e.g. EVT-004217.'

/**
 * Requests a private link by ID and e-mail address. The answer does not reveal whether the entry
 * exists.
 */
export const ArrivedForm = ({
  findSent,
}: {
  findSent: () => Promise<AskForStatus | undefined>
}) => {
  const [answer, setAnswer] = useState('')
  const form = useForm({
    keepAs: undefined,
    schema: askedSchema,
    words,
    check: (values) => parseBody(askForStatusSchema, values),
    send: async (request: AskForStatus, retry) => {
      const answer = await retry(() => post<AskedForStatus>(myEntryPaths.askForStatus, request))
      setAnswer(answer.ok ? answer.value.message : '')
      if (answer.ok) {
        return undefined
      }
      const errors = answer.failure.kind === 'problem' ? answer.failure.problem.errors : undefined
      return errors
        ? { kind: 'fields', errors }
        : { kind: 'refused', words: requestNotSent, advice: describeFailure(answer.failure) }
    },
  })
  const { field, draft } = form

  // Fill in an entry from this device, unless the visitor has already typed.
  const fillIn = useEffectEvent(async () => {
    const sent = await findSent().catch(() => undefined)
    const { id, email } = draft.read()
    if (sent && id === '' && email === '') {
      draft.change((values) => fillEmptyTexts(values, Object.entries(sent)))
    }
  })
  useEffect(() => void fillIn(), [])

  return (
    <FormSheet
      form={form}
      name="Check my registration"
      footer={
        <>
          {answer && !form.isBusy && !form.failure && (
            <div className="pb-4">
              <Banner tone="success" title={answer}>
                <p>It can take some minutes. Please check your spam folder too.</p>
              </Banner>
            </div>
          )}
          <SendPart
            form={form}
            label="Send me the link"
            words="For privacy, the answer comes only by e-mail."
            hasClear={false}
            sendsDetails={false}
          />
        </>
      }
    >
      <div className="space-y-5 pb-8">
        <TextField
          {...field('id')}
          label="Your ID"
          autoComplete="off"
          autoCapitalize="characters"
          hint={
            otherIds.length > 0 ? `${idHint} You can also use ${otherIds.join(' or ')}.` : idHint
          }
        />
        <EmailField {...field('email')} hint="The address that you gave in the form." />
      </div>
    </FormSheet>
  )
}
