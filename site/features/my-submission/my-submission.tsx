import { useEffect, useRef, useState } from 'react'
import type { MySubmission } from '../../../festival/my-submission'
import { Banner } from '../../../ui/banner'
import { Button, buttonLook } from '../../../ui/button'
import { Link } from '../../navigation/link'
import { CorrectionForm } from './correction-form'
import { SpentLink } from './spent-link'
import { Standing } from './standing'
import { useOpened, usePrivateLink } from './use-private-link'

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

const Opened = ({ secret }: { secret: string }) => {
  const { step, open, show } = useOpened(secret)
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
      return <Shown secret={secret} mine={step.mine} onShow={show} onLookAgain={() => void open()} />
  }
}

/** One's own submission, by a private link; all that the page holds is that link's alone (behaviours 14.42 and 14.54). */
export const OwnSubmission = () => {
  const secret = usePrivateLink()
  if (secret === undefined) return <Opening />
  return secret === '' ? <WithoutLink /> : <Opened key={secret} secret={secret} />
}
