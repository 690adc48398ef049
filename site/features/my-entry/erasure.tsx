import { useState } from 'react'
import { dayAt, formatDate } from '../../../festival/content/slot'
import { type MyEntry, myEntryPaths } from '../../../festival/contract/my-entry'
import { Banner } from '../../../ui/banner'
import { Button } from '../../../ui/button'
import { type ApiFailure, post } from '../../api'
import { describeFailure } from '../../forms/failure'
import { Link } from '../../navigation/link'
import { summaryLook } from './correction-form'

interface ErasureProps {
  secret: string
  erasure: NonNullable<MyEntry['erasure']>
  onAsked: (entry: MyEntry) => void
}

const formatMoment = (moment: string): string => formatDate(dayAt(Date.parse(moment)))

export const Erasure = ({ secret, erasure, onAsked }: ErasureProps) => {
  const { askedAt, answeredAt, answer } = erasure
  if (answeredAt !== null) {
    return (
      <Banner
        tone="note"
        title={`The organisers answered your request to be erased on ${formatMoment(answeredAt)}.`}
      >
        <p className="break-words">Your details were not erased: {answer}</p>
      </Banner>
    )
  }
  if (askedAt !== null) {
    return (
      <Banner tone="note" title={`On ${formatMoment(askedAt)} you asked us to erase your details.`}>
        <p>
          An organiser erases them, or e-mails you why they must stay. Once they are erased, this
          link no longer works.
        </p>
      </Banner>
    )
  }
  return <AskForErasure secret={secret} onAsked={onAsked} />
}

const AskForErasure = ({ secret, onAsked }: Pick<ErasureProps, 'secret' | 'onAsked'>) => {
  const [isAsking, setIsAsking] = useState(false)
  const [failure, setFailure] = useState<ApiFailure>()
  const ask = async () => {
    setIsAsking(true)
    setFailure(undefined)
    const answer = await post<MyEntry>(myEntryPaths.askErasure, { secret })
    setIsAsking(false)
    if (answer.ok) {
      onAsked(answer.value)
    } else {
      setFailure(answer.failure)
    }
  }
  return (
    <details>
      <summary className={summaryLook}>Ask us to erase my details</summary>
      <div className="measure space-y-3 pb-4">
        <p>
          This asks the organisers to erase this and everything else that was sent with your e-mail
          address, including files. You are then no longer registered, and your payment is not
          refunded. What erasing does not reach is listed in the{' '}
          <Link href="/privacy" className="underline underline-offset-4">
            privacy notice
          </Link>
          .
        </p>
        {failure && <Banner tone="error" title={describeFailure(failure)} />}
        <Button shape="secondary" aria-disabled={isAsking} onClick={() => !isAsking && void ask()}>
          {isAsking ? 'Asking...' : 'Send the request'}
        </Button>
      </div>
    </details>
  )
}
