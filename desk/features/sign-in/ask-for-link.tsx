import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import * as v from 'valibot'
import { askForLinkSchema } from '../../../festival/desk/sign-in'
import { Banner } from '../../../ui/banner'
import { Button } from '../../../ui/button'
import { focusField } from '../../../ui/field'
import { TextField } from '../../../ui/text-field'
import { call } from '../../api'

/** Asks for a sign-in link. What is answered is the same for everybody (behaviour 14.71). */
export const AskForLink = ({ notice }: { notice?: string }) => {
  const [email, setEmail] = useState('')
  const [error, setError] = useState<string>()
  const answer = useRef<HTMLDivElement>(null)
  const asking = useMutation({
    mutationFn: (given: string) => call('askForLink', { body: { email: given } }),
    onSettled: () => requestAnimationFrame(() => answer.current?.focus()),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { success, output } = v.safeParse(askForLinkSchema, { email })
    setError(success ? undefined : 'Write your e-mail address in full, like name@college.example.')
    if (success) asking.mutate(output.email)
    else focusField('email')
  }
  return (
    <>
      <h1 className="text-2xl">Organisers’ desk</h1>
      {notice && <p className="mt-3 border-l-4 border-nerve pl-3">{notice}</p>}
      <p className="mt-3 text-faded">
        Write the e-mail address under which you are an organiser. We send you a link that signs you in once.
      </p>
      <form noValidate onSubmit={submit} className="mt-6 grid gap-4">
        <TextField
          path="email"
          label="E-mail address"
          type="email"
          autoComplete="email"
          inputMode="email"
          value={email}
          error={error}
          onChange={setEmail}
        />
        <Button type="submit" disabled={asking.isPending}>
          {asking.isPending ? 'Sending …' : 'Send me a link'}
        </Button>
      </form>
      <div className="mt-6">
        {asking.data && (
          <Banner tone="success" title="Look into your mail" ref={answer}>
            <p>{asking.data.message}</p>
            {asking.data.mailFolder && (
              <p>
                This festival keeps its e-mails in a folder on the server: open the newest file in <b>mail</b> inside of
                its data folder (DATA_DIR, usually <b>data</b>), and follow the link in it.
              </p>
            )}
          </Banner>
        )}
        {asking.error && (
          <Banner tone="error" title="No link was sent" ref={answer}>
            <p>{asking.error.message}</p>
          </Banner>
        )}
      </div>
    </>
  )
}
