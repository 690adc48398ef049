import { useEffect, useState } from 'react'
import { AskForLink } from '../features/sign-in/ask-for-link'
import { SpendLink } from '../features/sign-in/spend-link'

const readSecret = () => window.location.hash.slice(1)

/** The way in; with a secret after the `#` it is what a sign-in link opens, in a new tab or pasted into this one. */
export const SignIn = () => {
  const [secret, setSecret] = useState(readSecret)
  useEffect(() => {
    const onHash = () => setSecret(readSecret())
    window.addEventListener('hashchange', onHash)
    return () => window.removeEventListener('hashchange', onHash)
  }, [])
  return (
    <main className="mx-auto grid min-h-dvh max-w-md content-center px-5 py-10">
      {secret ? <SpendLink key={secret} secret={secret} /> : <AskForLink />}
    </main>
  )
}
