import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import * as v from 'valibot'
import { askForLinkSchema } from '../../../festival/contract/organisers'
import { Banner } from '../../../ui/banner'
import { Button } from '../../../ui/button'
import { focusField } from '../../../ui/field'
import { TextField } from '../../../ui/text-field'
import { go, pages } from '../../address'
import { meOptions, useCommand } from '../../api'
import { Form } from '../../fields'

const readSecret = () => window.location.hash.slice(1)

/** A sign-in link may be opened in a new tab or pasted into this one. */
export const SignIn = () => {
  const [secret, setSecret] = useState(readSecret)
  useEffect(() => {
    const onHash = () => setSecret(readSecret())
    window.addEventListener('hashchange', onHash)
    return () => window.removeEventListener('hashchange', onHash)
  }, [])
  return (
    <main className="mx-auto grid min-h-dvh max-w-md content-center px-5 py-10">
      <h1 className="text-2xl">Organisers’ desk</h1>
      {secret ? <SpendLink key={secret} secret={secret} /> : <AskForLink />}
    </main>
  )
}

const AskForLink = ({ notice }: { notice?: string }) => {
  const [email, setEmail] = useState('')
  const [error, setError] = useState<string>()
  const outcome = useRef<HTMLDivElement>(null)
  const asking = useCommand('askForLink')
  useEffect(() => {
    if (!asking.isPending) {
      outcome.current?.focus()
    }
  }, [asking.isPending])
  const submit = () => {
    const { success, output } = v.safeParse(askForLinkSchema, { email })
    setError(success ? undefined : 'Enter your full e-mail address, like name@college.example.')
    if (success) {
      asking.mutate({ body: output })
    } else {
      focusField('email')
    }
  }
  return (
    <>
      {notice && <p className="mt-3 border-l-4 border-nerve pl-3">{notice}</p>}
      <p className="mt-3 text-faded">
        Enter your organiser e-mail address. We will send you a one-time sign-in link.
      </p>
      <Form onSubmit={submit} className="mt-6 grid gap-4">
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
      </Form>
      <div className="mt-6">
        {asking.data && (
          <Banner tone="success" title="Check your e-mail" ref={outcome}>
            <p>{asking.data.message}</p>
            {asking.data.mailFolder && (
              <p>
                This festival keeps its e-mails in a folder on the server: open the newest file in{' '}
                <b>mail</b> inside its data folder (DATA_DIR, usually <b>data</b>), and follow the
                link in it.
              </p>
            )}
          </Banner>
        )}
        {asking.error && (
          <Banner tone="error" title="No link was sent" ref={outcome}>
            <p>{asking.error.message}</p>
          </Banner>
        )}
      </div>
    </>
  )
}

/** Only the button uses up the secret, so that mail scanners which follow links do not. */
const SpendLink = ({ secret }: { secret: string }) => {
  const client = useQueryClient()
  const spending = useCommand('signIn', {
    onSuccess: (me) => {
      client.setQueryData(meOptions.queryKey, me)
      go(pages.overview, { replace: true })
    },
  })
  if (spending.error?.problem?.code === 'link-spent') {
    return (
      <AskForLink notice="This link was already used or has expired. Ask for a new one here." />
    )
  }
  return (
    <>
      <p className="mt-3 text-faded">
        Press the button to sign in on this device. The link works only once.
      </p>
      <Button
        className="mt-6 w-full"
        disabled={spending.isPending}
        onClick={() => spending.mutate({ body: { secret } })}
      >
        {spending.isPending ? 'Signing in …' : 'Sign in'}
      </Button>
      {spending.error && (
        <div className="mt-6">
          <Banner tone="error" title="Not signed in">
            <p>{spending.error.message} Please try again.</p>
          </Banner>
        </div>
      )}
    </>
  )
}
