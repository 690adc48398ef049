import { useCallback, useEffect, useRef, useState } from 'react'
import {
  type AskedForStatus,
  type MyEntry,
  myEntryPaths,
} from '../../../festival/contract/my-entry'
import { Banner, type BannerTone } from '../../../ui/banner'
import { keep, readKept } from '../../../ui/browser-storage'
import { Button } from '../../../ui/button'
import { type ApiFailure, type ApiResult, post } from '../../api'
import { describeFailure } from '../../forms/failure'
import { ButtonLink, Link } from '../../navigation/link'
import { Opening } from '../../opening'
import { ConfirmForm } from './confirm-form'
import { CorrectionForm } from './correction-form'
import { EntryStatus } from './entry-status'
import { Erasure } from './erasure'
import { RefundForm } from './refund-form'

export const OwnEntry = () => {
  const secret = usePrivateLink()
  if (secret === undefined) {
    return <Opening what="registration" />
  }
  if (secret !== '') {
    return <Opened key={secret} secret={secret} />
  }
  return (
    <div className="space-y-5">
      <p className="measure">
        This page shows what you sent us and its status. It opens with the private link in our
        e-mails.
      </p>
      <ButtonLink href="/did-it-arrive">Send me a link</ButtonLink>
    </div>
  )
}

const correctionSaved = 'We have received your correction. We will check it and e-mail you.'
const upiIdSaved = 'Your UPI ID is saved. We will e-mail you when we have sent the refund.'
const entryConfirmed = 'Your registration is confirmed.'
const teamSaved = 'Your change is saved. There is nothing else to do.'

/** Keyed by the secret, so that a late answer for another link is ignored. */
const Opened = ({ secret }: { secret: string }) => {
  const [entry, setEntry] = useState<MyEntry>()
  const [failure, setFailure] = useState<ApiFailure>()
  const [news, setNews] = useState<{ tone: BannerTone; title: string }>()
  const banner = useRef<HTMLDivElement>(null)
  const open = useCallback(async () => {
    const answer = await post<MyEntry>(myEntryPaths.open, { secret })
    if (answer.ok) {
      setEntry(answer.value)
    }
    setFailure(answer.ok ? undefined : answer.failure)
  }, [secret])
  useEffect(() => void open(), [open])
  useEffect(() => {
    if (!news) {
      return
    }
    window.scrollTo({ top: 0, behavior: 'instant' })
    banner.current?.focus({ preventScroll: true })
  }, [news])
  if (failure?.kind === 'problem' && ['link-spent', 'gone'].includes(failure.problem.code)) {
    return <SpentLink secret={secret} />
  }
  if (failure) {
    return (
      <Banner tone="error" title={describeFailure(failure)}>
        <Button shape="secondary" onClick={() => void open()}>
          Try again
        </Button>
      </Banner>
    )
  }
  if (!entry) {
    return <Opening what="registration" />
  }
  const correction = entry.correction ?? entry.team
  const showSaved = (next: MyEntry, title: string) => {
    setEntry(next)
    setNews({ tone: 'success', title })
  }
  return (
    <div className="space-y-6">
      {news && <Banner ref={banner} {...news} />}
      <EntryStatus secret={secret} entry={entry} />
      {entry.canConfirm && (
        <ConfirmForm secret={secret} onSaved={(next) => showSaved(next, entryConfirmed)} />
      )}
      {correction && (
        <CorrectionForm
          key={entry.version}
          secret={secret}
          entry={entry}
          correction={correction}
          onSend={() => setNews(undefined)}
          onDone={(next) => showSaved(next, entry.team ? teamSaved : correctionSaved)}
          onChanged={() => {
            void open()
            const title =
              'Your registration has changed since you opened this page. This is its status now.'
            setNews({ tone: 'note', title })
          }}
        />
      )}
      {entry.refund && (
        <RefundForm
          secret={secret}
          refund={entry.refund}
          onSaved={(next) => showSaved(next, upiIdSaved)}
        />
      )}
      {entry.erasure && <Erasure secret={secret} erasure={entry.erasure} onAsked={setEntry} />}
    </div>
  )
}

/** Shown for an expired link. A new link is only sent to the entry's own address. */
const SpentLink = ({ secret }: { secret: string }) => {
  const [answer, setAnswer] = useState<ApiResult<AskedForStatus>>()
  const [isAsking, setIsAsking] = useState(false)
  const renew = async () => {
    setIsAsking(true)
    setAnswer(await post<AskedForStatus>(myEntryPaths.renew, { secret }))
    setIsAsking(false)
  }
  return (
    <div className="space-y-5">
      <p className="measure">
        This link no longer works: it has expired or was not copied completely. We can send a new
        one to the e-mail address that you registered with.
      </p>
      {answer?.ok && <Banner tone="success" title={answer.value.message} />}
      {answer?.ok === false && !isAsking && (
        <Banner tone="error" title={describeFailure(answer.failure)} />
      )}
      {!answer?.ok && (
        <Button aria-disabled={isAsking} onClick={() => !isAsking && void renew()}>
          {isAsking ? 'Asking...' : 'Send me a new link'}
        </Button>
      )}
      <p>
        <Link
          href="/did-it-arrive"
          className="inline-flex min-h-11 items-center underline underline-offset-4"
        >
          Or ask with your ID and e-mail address
        </Link>
      </p>
    </div>
  )
}

/** Stored per tab, so that the page survives a reload after a visit to a UPI app. */
const storageKey = 'cerebra:my-submission'

/** Removes the secret from the address bar, history and shared screens. */
const extractSecret = (): string => {
  const secret = window.location.hash.slice(1)
  if (secret === '') {
    const stored = readKept(storageKey, 'sessionStorage')
    return typeof stored === 'string' ? stored : ''
  }
  window.history.replaceState(window.history.state, '', window.location.pathname)
  keep(storageKey, secret, 'sessionStorage')
  return secret
}

/** Returns undefined until the link has been read, and an empty text if there is none. */
const usePrivateLink = (): string | undefined => {
  const [secret, setSecret] = useState<string>()
  useEffect(() => {
    setSecret(extractSecret())
    // Happens when another private link is pasted into the address bar.
    const onHash = () => window.location.hash.length > 1 && setSecret(extractSecret())
    window.addEventListener('hashchange', onHash)
    return () => window.removeEventListener('hashchange', onHash)
  }, [])
  return secret
}
