import { useCallback, useEffect, useState } from 'react'
import { identity } from '#edition/identity'
import {
  formatTicketCode,
  makeTicketPath,
  openTicketPath,
  type Ticket,
  writeTicketText,
} from '../../../festival/contract/ticket'
import { Banner } from '../../../ui/banner'
import { Button } from '../../../ui/button'
import { Icon } from '../../../ui/icon'
import { TicketQr } from '../../../ui/ticket-qr'
import { WhatsAppLink } from '../../../ui/whatsapp-link'
import { type ApiResult, post } from '../../api'
import { describeFailure } from '../../forms/failure'
import { ButtonLink } from '../../navigation/link'
import { Opening } from '../../opening'
import { Plate } from '../../plate'

/** Statuses differ in words and shape, not only in colour. */
const looks: Readonly<Record<Ticket['status']['is'], { shape: string; colour: string }>> = {
  valid: { shape: 'm4 12.5 5.5 5.5L20.5 6', colour: 'lymph' },
  unchecked: {
    shape: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 7.5V12l3 2',
    colour: 'vein',
  },
  waiting: { shape: 'M12 3 22 20H2zM12 9.5v5m0 2v.5', colour: 'nerve' },
  refused: { shape: 'm5 5 14 14M19 5 5 19', colour: 'artery' },
}

/** Keeps the secret in the address, because people bookmark and share a ticket's link. */
const useSecret = (): string | undefined => {
  const [secret, setSecret] = useState<string>()
  useEffect(() => {
    const read = () => setSecret(window.location.hash.slice(1))
    read()
    window.addEventListener('hashchange', read)
    return () => window.removeEventListener('hashchange', read)
  }, [])
  return secret
}

export const OwnTicket = () => {
  const secret = useSecret()
  if (secret === undefined) {
    return <Opening what="ticket" />
  }
  if (secret !== '') {
    return <Opened key={secret} secret={secret} />
  }
  return (
    <div className="space-y-5">
      <p className="measure">
        This page shows your ticket. To see it, open the link in the e-mail that contains the
        ticket.
      </p>
      <ButtonLink href="/did-it-arrive">Send me a link to my status</ButtonLink>
    </div>
  )
}

const Opened = ({ secret }: { secret: string }) => {
  const [answer, setAnswer] = useState<ApiResult<Ticket>>()
  const open = useCallback(
    async () => setAnswer(await post<Ticket>(openTicketPath, { secret })),
    [secret],
  )
  useEffect(() => void open(), [open])
  if (!answer) {
    return <Opening what="ticket" />
  }
  if (answer.ok) {
    return <TicketCard ticket={answer.value} secret={secret} />
  }
  const { failure } = answer
  return (
    <Banner tone="error" title={describeFailure(failure)}>
      {(failure.kind === 'unreachable' || failure.problem.code !== 'link-spent') && (
        <Button shape="secondary" onClick={() => void open()}>
          Try again
        </Button>
      )}
    </Banner>
  )
}

const TicketCard = ({ ticket, secret }: { ticket: Ticket; secret: string }) => {
  const { kind, event, eventName, label, names, when, place, status, code, qr } = ticket
  const { shape, colour } = looks[status.is]
  const address = new URL(makeTicketPath(secret), window.location.href).href
  return (
    <section
      data-colour={colour}
      aria-labelledby="ticket"
      className="group border border-l-4 border-accent bg-leaf px-4 py-4 sm:px-8"
    >
      <p className="caption">{identity.title}</p>
      <div className="flex items-start justify-between gap-x-4">
        <div className="min-w-0">
          <h2 id="ticket" className="text-xl">
            {eventName}
          </h2>
          <ul className="figures mt-1 text-sm">
            {when.map((line) => (
              <li key={line}>{line}</li>
            ))}
            <li>{place || 'Place to be announced'}</li>
          </ul>
        </div>
        <Plate of={kind === 'registration' ? event : kind} className="w-20 shrink-0 sm:w-28" />
      </div>
      <p className="mt-3 flex items-center gap-2 border-t border-rule pt-3 text-lg font-semibold">
        <Icon path={shape} className="size-6 shrink-0 fill-none stroke-accent stroke-2" />
        {status.words}
      </p>
      {qr && (
        <>
          <TicketQr path={qr} className="mx-auto mt-4 w-full max-w-72" />
          <p className="figures mt-2 text-center text-lg font-semibold">{formatTicketCode(code)}</p>
        </>
      )}
      <ul className="mt-4 border-t border-rule pt-3 font-semibold">
        {names.map((name) => (
          <li key={name} className="break-words">
            {name}
          </li>
        ))}
      </ul>
      <p className="figures text-sm text-faded">{label}</p>
      {qr && (
        <div className="mt-4 grid gap-2 sm:grid-cols-2 print:hidden">
          <WhatsAppLink text={writeTicketText(ticket, address)} />
          <Button shape="secondary" onClick={() => window.print()}>
            Print
          </Button>
        </div>
      )}
    </section>
  )
}
