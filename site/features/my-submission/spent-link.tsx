import { useState } from 'react'
import { Banner } from '../../../ui/banner'
import { Button } from '../../../ui/button'
import { Link } from '../../navigation/link'
import { renewLink } from './calls'
import { tellFailure } from './tell-failure'

/** A link whose time is over: a new one goes to the address that the submission has, whoever asks. */
export const SpentLink = ({ secret }: { secret: string }) => {
  const [step, setStep] = useState<'asking' | 'sending' | 'asked'>('asking')
  const [words, renderBodies] = useState('')
  const renew = async () => {
    setStep('sending')
    const answer = await renewLink(secret)
    setStep(answer.ok ? 'asked' : 'asking')
    renderBodies(answer.ok ? answer.value.message : tellFailure(answer.failure))
  }
  return (
    <div className="space-y-5">
      <p className="measure">
        This link does not work any more: its time is over, or a part of it was lost when it was copied. A new one can
        be sent to the e-mail address of its submission.
      </p>
      {step !== 'asking' && words && <Banner tone="success" title={words} />}
      {step === 'asking' && words && <Banner tone="error" title={words} />}
      {step !== 'asked' && (
        <Button aria-disabled={step === 'sending'} onClick={() => step === 'asking' && void renew()}>
          {step === 'sending' ? 'Asking...' : 'Send me a new link'}
        </Button>
      )}
      <p>
        <Link href="/did-it-arrive" className="inline-flex min-h-11 items-center underline underline-offset-4">
          Or ask with your ID and e-mail address
        </Link>
      </p>
    </div>
  )
}
