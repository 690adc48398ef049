import { useEffect, useRef, useState } from 'react'
import type { WalkInEntered } from '../../../festival/contract/walk-in'
import { Banner } from '../../../ui/banner'
import { Button, buttonClasses } from '../../../ui/button'
import { entryAddress, Link, pages } from '../../address'
import { Page } from '../../page'
import { formatAmount } from '../../words'
import { useLatest } from '../decisions/commands'
import { UndoBar } from '../decisions/undo-bar'
import { TicketCard } from '../entry/ticket'
import { nameStanding } from '../queue/marks'
import { WalkInForm } from './walk-in-form'

const confirmationMessages = {
  sent: 'The confirmation was sent.',
  queued: 'The confirmation will follow by e-mail.',
  refused: 'This e-mail address does not work: write the ID down for them.',
} as const

const AmountNote = ({
  entered: { amount, isCash },
  isVerified,
}: {
  entered: Pick<WalkInEntered, 'amount' | 'isCash'>
  isVerified: boolean
}) => {
  if (amount === null) {
    return 'Covered by a pass: there is no fee to collect.'
  }
  if (amount === 0) {
    return 'This event is free. There is no fee to collect.'
  }
  const figure = <b>{formatAmount(amount)}</b>
  if (isCash && isVerified) {
    return <>{figure} received in cash. You hold it.</>
  }
  return (
    <>
      Collect {figure}
      {isCash ? ' in cash. It is recorded as collected by you.' : ' by UPI.'}
    </>
  )
}

const Entered = ({ entered, onNext }: { entered: WalkInEntered; onNext: () => void }) => {
  const banner = useRef<HTMLDivElement>(null)
  useEffect(() => banner.current?.focus(), [])
  const latest = useLatest()
  const isVerified =
    entered.decided && (latest?.id !== entered.decided.id || latest.stage === 'taken')
  const waitlist = nameStanding(entered.standing)
  return (
    <div className="mt-4 grid gap-4">
      <Banner ref={banner} tone="success" title={`Registered: ${entered.registration_id}`}>
        <p>
          <bdi className="font-semibold">{entered.name}</bdi>, {entered.eventName}
        </p>
        {entered.delegate_id && (
          <p className="figures">
            Delegate Pass ID: <b>{entered.delegate_id}</b>
          </p>
        )}
        <p className="figures">
          <AmountNote entered={entered} isVerified={Boolean(isVerified)} />
        </p>
        {isVerified && (
          <p className="font-semibold">{entered.isCash ? 'Verified (cash).' : 'Verified.'}</p>
        )}
        {waitlist && <p className="font-semibold">{waitlist}.</p>}
        <p>{confirmationMessages[entered.confirmation]}</p>
      </Banner>
      {entered.ticket && (
        <TicketCard
          ticket={entered.ticket}
          of={{
            eventName: entered.eventName,
            label: entered.registration_id,
            phone: entered.phone,
          }}
        />
      )}
      <div className="flex flex-wrap gap-2">
        <Button onClick={onNext}>Next person</Button>
        <Link href={entryAddress(entered.entryId, '')} className={buttonClasses('secondary')}>
          {entered.isCash && !isVerified ? 'Open entry to verify' : 'Open entry'}
        </Link>
      </div>
      <UndoBar />
    </div>
  )
}

export const WalkInPage = () => {
  const [entered, setEntered] = useState<WalkInEntered>()
  // The choice is kept for the next person at the same table.
  const [verifies, setVerifies] = useState(false)
  return (
    <Page
      title="Walk-in"
      intro={
        <>
          Register someone who is here and pays in cash or by UPI. The rules are the same as on the
          site; no screenshot is needed.{' '}
          <Link href={pages.cash} className="underline underline-offset-4">
            Who holds the cash
          </Link>
        </>
      }
      needs={['verifier', 'Only verifiers can register walk-ins. You are a viewer.']}
      className="max-w-2xl"
    >
      {entered ? (
        <Entered entered={entered} onNext={() => setEntered(undefined)} />
      ) : (
        <WalkInForm verifies={verifies} onVerifies={setVerifies} onEntered={setEntered} />
      )}
    </Page>
  )
}
