import { useCallback, useEffect, useRef, useState } from 'react'
import { type AskedForStatus, type MySubmission, mySubmissionPaths } from '../../../festival/my-submission'
import { Banner } from '../../../ui/banner'
import { Button, buttonLook } from '../../../ui/button'
import { keep, readKept } from '../../../ui/kept'
import { post } from '../../api'
import { tellFailure } from '../../forms/failure'
import { Link } from '../../navigation/link'
import { CorrectionForm } from './correction-form'
import { Standing } from './standing'

type News = { tone: 'success' | 'note'; title: string }

const sent: News = { tone: 'success', title: 'We have received your correction. We check it and e-mail you.' }
const changed: News = {
  tone: 'note',
  title: 'This submission has changed since you opened it. This is its status now.',
}

const WithoutLink = () => (
  <div className="space-y-5">
    <p className="measure">This page shows your own submission. It opens by the private link in our e-mails.</p>
    <Link href="/did-it-arrive" className={buttonLook()}>
      Send me a link
    </Link>
  </div>
)

const Shown = ({
  secret,
  mine,
  onShow,
  onLookAgain,
}: {
  secret: string
  mine: MySubmission
  onShow: (mine: MySubmission) => void
  onLookAgain: () => void
}) => {
  const [news, setNews] = useState<News>()
  const banner = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!news) return
    window.scrollTo({ top: 0, behavior: 'instant' })
    banner.current?.focus({ preventScroll: true })
  }, [news])
  return (
    <div className="space-y-6">
      {news && <Banner ref={banner} tone={news.tone} title={news.title} />}
      <Standing secret={secret} mine={mine} />
      {mine.correction && (
        <CorrectionForm
          key={mine.version}
          secret={secret}
          mine={mine}
          correction={mine.correction}
          onDone={(next) => {
            onShow(next)
            setNews(sent)
          }}
          onChanged={() => {
            onLookAgain()
            setNews(changed)
          }}
        />
      )}
    </div>
  )
}

const Opening = () => (
  <p role="status" className="min-h-dvh">
    Opening your submission...
    <noscript> This page needs JavaScript, which your browser does not run.</noscript>
  </p>
)

/** How far the page has come with its link. */
type Step =
  | { is: 'reading' }
  /** The link does not hold any more. */
  | { is: 'spent' }
  | { is: 'failed'; words: string }
  | { is: 'shown'; mine: MySubmission }

/** The submission of one link. Another link has a state of its own: an answer that comes late shows nothing there. */
const Opened = ({ secret }: { secret: string }) => {
  const [step, setStep] = useState<Step>({ is: 'reading' })
  const open = useCallback(async () => {
    const answer = await post<MySubmission>(mySubmissionPaths.open, { secret })
    if (answer.ok) return setStep({ is: 'shown', mine: answer.value })
    const { failure } = answer
    const isSpent = failure.kind === 'problem' && ['link-spent', 'gone'].includes(failure.problem.code)
    setStep(isSpent ? { is: 'spent' } : { is: 'failed', words: tellFailure(failure) })
  }, [secret])
  useEffect(() => void open(), [open])
  switch (step.is) {
    case 'reading':
      return <Opening />
    case 'spent':
      return <SpentLink secret={secret} />
    case 'failed':
      return (
        <Banner tone="error" title={step.words}>
          <Button shape="secondary" onClick={() => void open()}>
            Try again
          </Button>
        </Banner>
      )
    case 'shown':
      return (
        <Shown
          secret={secret}
          mine={step.mine}
          onShow={(mine) => setStep({ is: 'shown', mine })}
          onLookAgain={() => void open()}
        />
      )
  }
}

/** One's own submission, by a private link; all that the page holds is that link's alone (behaviours 14.42 and 14.54). */
export const OwnSubmission = () => {
  const secret = usePrivateLink()
  if (secret === undefined) return <Opening />
  return secret === '' ? <WithoutLink /> : <Opened key={secret} secret={secret} />
}

/** A link whose time is over: a new one goes to the address that the submission has, whoever asks. */
const SpentLink = ({ secret }: { secret: string }) => {
  const [step, setStep] = useState<'asking' | 'sending' | 'asked'>('asking')
  const [words, setWords] = useState('')
  const renew = async () => {
    setStep('sending')
    const answer = await post<AskedForStatus>(mySubmissionPaths.renew, { secret })
    setStep(answer.ok ? 'asked' : 'asking')
    setWords(answer.ok ? answer.value.message : tellFailure(answer.failure))
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

/** For this tab alone, so that one may come back from a UPI app to a page that the phone had to load again. */
const storageKey = 'cerebra:my-submission'

/** Takes the secret out of the address, so that it stays in no history and on no shared screen (behaviour 14.48). */
const takeSecret = (): string => {
  const secret = window.location.hash.slice(1)
  if (secret === '') {
    const kept = readKept(storageKey, 'sessionStorage')
    return typeof kept === 'string' ? kept : ''
  }
  window.history.replaceState(window.history.state, '', window.location.pathname)
  keep(storageKey, secret, 'sessionStorage')
  return secret
}

/** The secret of the link with which the page was opened: undefined until it has been read, empty for none. */
const usePrivateLink = (): string | undefined => {
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
