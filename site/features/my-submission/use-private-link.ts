import { useCallback, useEffect, useState } from 'react'
import type { MySubmission } from '../../../festival/my-submission'
import { openMine } from './calls'
import { tellFailure } from './tell-failure'

/** How far the page has come with its link. */
export type LinkStep =
  | { is: 'reading' }
  /** It was opened without one. */
  | { is: 'none' }
  /** The link does not hold any more. */
  | { is: 'spent'; secret: string }
  | { is: 'failed'; secret: string; words: string }
  | { is: 'shown'; secret: string; mine: MySubmission }

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

/** Opens the submission of the link with which the page was opened. */
export const usePrivateLink = () => {
  const [step, setStep] = useState<LinkStep>({ is: 'reading' })

  const open = useCallback(async (secret: string) => {
    const answer = await openMine(secret)
    if (answer.ok) return setStep({ is: 'shown', secret, mine: answer.value })
    const { failure } = answer
    const isSpent =
      failure.kind === 'problem' && (failure.problem.code === 'link-spent' || failure.problem.code === 'gone')
    setStep(isSpent ? { is: 'spent', secret } : { is: 'failed', secret, words: tellFailure(failure) })
  }, [])

  useEffect(() => {
    const read = () => {
      const secret = takeSecret()
      if (secret === '') setStep({ is: 'none' })
      else void open(secret)
    }
    read()
    // Another link of the same page, put into the address bar.
    const onHash = () => window.location.hash.length > 1 && read()
    window.addEventListener('hashchange', onHash)
    return () => window.removeEventListener('hashchange', onHash)
  }, [open])

  return {
    step,
    open,
    show: (secret: string, mine: MySubmission) => setStep({ is: 'shown', secret, mine }),
  }
}
