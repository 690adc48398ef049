import { useState } from 'react'
import { AskForLink } from '../features/sign-in/ask-for-link'
import { SpendLink } from '../features/sign-in/spend-link'

/** The way in; with a secret after the `#` it is what a sign-in link opens. */
export const SignIn = () => {
  const [secret] = useState(() => window.location.hash.slice(1))
  return (
    <main className="mx-auto grid min-h-dvh max-w-md content-center px-5 py-10">
      {secret ? <SpendLink secret={secret} /> : <AskForLink />}
    </main>
  )
}
