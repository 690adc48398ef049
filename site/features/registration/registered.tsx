import { identity } from '#edition/identity'
import { describeCancellation, helpDeskContact } from '../../../festival/content/help-desk'
import { formatKnownPlace } from '../../../festival/content/place'
import {
  isConfirmedByEmail,
  listCalendarEntries,
  mostMembers,
  type Subject,
} from '../../../festival/content/subject'
import { describePlaces } from '../../../festival/contract/places'
import { approvalText, confirmText } from '../../../festival/forms/free'
import { describeLeaderChange } from '../../../festival/forms/own-team'
import type { RegistrationReceipt } from '../../../festival/forms/registration'
import { Confirmation } from '../../confirmation'
import { useSaveCalendar } from '../../device/save-calendar'
import type { Fact } from '../../forms/fact-list'
import { SubmissionLink } from '../../submission-link'
import { formatSession } from './format-session'

const nameResult = (
  { cancelled }: Pick<RegistrationReceipt, 'cancelled'>,
  isFree: boolean,
  isUnconfirmed: boolean,
): string => {
  if (cancelled) {
    return 'Received, but Cancelled'
  }
  if (isUnconfirmed) {
    return 'Almost Done: Confirm by E-mail'
  }
  return isFree ? 'Request Received' : 'Registration Successful'
}

export const Registered = ({
  subject,
  receipt,
  onCorrected,
}: {
  subject: Subject
  receipt: RegistrationReceipt
  onCorrected: (receipt: RegistrationReceipt) => void
}) => {
  const saveCalendar = useSaveCalendar()
  const { cancelled, submission_link } = receipt
  const saveSessions = () => saveCalendar(listCalendarEntries(subject), subject.slug)
  const when = cancelled ? [] : subject.slots.map(formatSession)
  const facts: Fact[] = [[subject.kind === 'event' ? 'Event' : 'Workshop', receipt.event_name]]
  if (receipt.team.length > 1) {
    facts.push(['Team', receipt.team.join(', ')])
  } else {
    facts.push(['Name', receipt.registrant_name])
  }
  const isFree = receipt.amount === 0
  const isUnconfirmed = isFree && isConfirmedByEmail(subject)
  let news = isFree ? approvalText : undefined
  if (subject.places) {
    const places = describePlaces(subject.places, receipt.amount)
    news = isFree ? `${approvalText} ${places}` : places
  }
  if (isUnconfirmed) {
    news = confirmText
  }
  if (cancelled) {
    news = describeCancellation(receipt.event_name, receipt.amount)
  }
  const canChangeTeam = mostMembers(subject.teamSize) > 1 && !cancelled
  return (
    <Confirmation
      kind="registration"
      receipt={receipt}
      amount={receipt.amount}
      plate={subject.key}
      title={nameResult(receipt, isFree, isUnconfirmed)}
      intro={`${receipt.registrant_name}, we have received your registration for ${receipt.event_name}.`}
      idLabel="Registration ID"
      isTicketReady={!isFree}
      name={receipt.event_name}
      when={when}
      place={formatKnownPlace(identity, subject)}
      team={receipt.team}
      facts={facts}
      below={submission_link && <SubmissionLink href={submission_link} />}
      onCorrected={onCorrected}
      change={canChangeTeam ? describeLeaderChange(helpDeskContact) : undefined}
      news={news}
      paymentStatus={cancelled ? 'will be refunded' : undefined}
      status={isUnconfirmed ? 'Not confirmed yet' : undefined}
      onSaveCalendar={cancelled ? undefined : saveSessions}
    />
  )
}
