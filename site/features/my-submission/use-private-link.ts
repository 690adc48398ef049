import { useCallback, useEffect, useState } from 'react'
import type { MySubmission } from '../../../festival/my-submission'
import { openMine } from './calls'
import { tellFailure } from './tell-failure'

/** How far the page has come with its link. */
export type LinkStep =
  | { is: 'reading' }
  /** The link does not hold any more. */
  | { is: 'spent' }
  | { is: 'failed'; words: string }
  | { is: 'shown'; mine: MySubmission }

/** For this tab alone, so that one may come back from a UPI app to a page that the phone had to load again. */
const storageKey = 'cerebra:my-submission'

const readKept = (): string => {
  try {
    return window.sessionStorage.getItem(storageKey) ?? ''
  } catch {
    return ''
  }
}

const keep = (secret: string) => {
  try {
    window.sessionStorage.setItem(storageKey, secret)
  } catch {
    // The page still has it until it is loaded again.
  }
}

/** Takes the secret out of the address, so that it stays in no history and on no shared screen (behaviour 14.48). */
const takeSecret = (): string => {
  const secret = window.location.hash.slice(1)
  if (secret === '') return readKept()
  window.history.replaceState(window.history.state, '', window.location.pathname)
  keep(secret)
  return secret
}

/** The secret of the link with which the page was opened: undefined until it has been read, empty for none. */
export const usePrivateLink = (): string | undefined => {
  const [secret, setSecret] = useState<string>()
  useEffect(() => {
    setSecret(takeSecret())
    // Another link of the same page, put into the address bar.
    const onHash = () => window.location.hash.length > 1 && setSecret(takeSecret())
    window.addEventListener('hashchange', onHash)
    return () => window.removeEventListener('hashchange', onHash)
  }, [])
  return secret
}

/** Opens the submission of one link. Another link has a state of its own: an answer that comes late shows nothing there. */
export const useOpened = (secret: string) => {
  const [step, setStep] = useState<LinkStep>({ is: 'reading' })

  const open = useCallback(async () => {
    const answer = await openMine(secret)
    if (answer.ok) return setStep({ is: 'shown', mine: answer.value })
    const { failure } = answer
    const isSpent =
      failure.kind === 'problem' && (failure.problem.code === 'link-spent' || failure.problem.code === 'gone')
    setStep(isSpent ? { is: 'spent' } : { is: 'failed', words: tellFailure(failure) })
  }, [secret])

  useEffect(() => void open(), [open])

  return { step, open, show: (mine: MySubmission) => setStep({ is: 'shown', mine }) }
}
