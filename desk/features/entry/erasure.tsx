import { useState } from 'react'
import type { EntryDetails } from '../../../festival/contract/entry'
import { Button } from '../../../ui/button'
import { CopyButton } from '../../../ui/copy-button'
import { TextField } from '../../../ui/text-field'
import { useCommand, useMayAct } from '../../api'
import { Form } from '../../fields'
import { announce, Refused } from '../../messages'
import { formatMoment } from '../../words'
import { entryOptions } from '../decisions/commands'

/** Quotes a shell argument, because an address may contain an apostrophe or an ampersand. */
const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

export const forgetCommand = (email: string): string =>
  `cerebra forget --email ${quote(email)} --yes`

export const ErasureRequest = ({ entry }: { entry: EntryDetails }) => {
  const { id, email, erasure } = entry
  const isAdmin = useMayAct('admin')
  const [answer, setAnswer] = useState('')
  const answering = useCommand('answerErasure', {
    refreshes: ['countQueue', 'readOverview', entryOptions(id).queryKey],
    onSuccess: () => announce('Answer sent'),
  })
  if (erasure.askedAt === null) {
    return null
  }
  if (erasure.answeredAt !== null) {
    return (
      <p className="break-words">
        Asked on {formatMoment(erasure.askedAt)}. Answered on {formatMoment(erasure.answeredAt)}:{' '}
        <bdi>{erasure.answer}</bdi>
      </p>
    )
  }
  const command = forgetCommand(email)
  return (
    <div className="grid gap-2">
      <p>
        Asked on {formatMoment(erasure.askedAt)}. To erase every entry of this e-mail address, run
        on the server:
      </p>
      <code className="block overflow-x-auto border border-rule bg-paper px-2 py-1 wrap-anywhere whitespace-pre-wrap">
        {command}
      </code>
      <p className="*:-mx-2 *:px-2!">
        <CopyButton text={command} label="Copy the command" shape="quiet" />
      </p>
      <p>
        Without --yes, the command only lists what it would erase. Settle refunds first: erasing
        removes them from the list.
      </p>
      {isAdmin && (
        <Form
          onSubmit={() =>
            answer.trim() &&
            !answering.isPending &&
            answering.mutate({ params: { id }, body: { answer } })
          }
        >
          <TextField
            path="erasure-answer"
            label="Why the entry is kept"
            hint="The participant gets this by e-mail. The request then leaves the list."
            maxLength={500}
            value={answer}
            onChange={setAnswer}
            action={
              <Button
                type="submit"
                shape="secondary"
                className="whitespace-nowrap"
                disabled={answering.isPending}
              >
                Send answer
              </Button>
            }
          />
        </Form>
      )}
      <Refused failure={answering.error} />
    </div>
  )
}
