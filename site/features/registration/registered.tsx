import { identity } from '#edition/identity'
import { describeCancellation, helpDeskContact } from '../../../festival/content/help-desk'
import { formatKnownPlace } from '../../../festival/content/place'
import { listCalendarEntries, type Subject } from '../../../festival/content/subject'
import { describePlaces } from '../../../festival/contract/places'
import { describeLeaderChange } from '../../../festival/forms/own-team'
import type { RegistrationReceipt } from '../../../festival/forms/registration'
import { Confirmation } from '../../confirmation'
import { useSaveCalendar } from '../../device/save-calendar'
import type { Fact } from '../../forms/fact-list'
import { SubmissionLink } from '../../submission-link'
import { formatSession } from './format-session'

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
  const saveSessions = () =>
    saveCalendar(
      listCalendarEntries(subject).map((entry) => ({ ...entry, title: receipt.event_name })),
      subject.slug,
    )
  const when = cancelled ? [] : subject.slots.map(formatSession)
  const facts: Fact[] = [[subject.kind === 'event' ? 'Event' : 'Workshop', receipt.event_name]]
  if (receipt.team.length > 1) {
    facts.push(['Team', receipt.team.join(', ')])
  } else {
    facts.push(['Name', receipt.registrant_name])
  }
  let news = subject.places ? describePlaces(subject.places) : undefined
  if (cancelled) {
    news = describeCancellation(receipt.event_name, receipt.amount)
  }
  const canChangeTeam = subject.teamSize > 1 && !cancelled
  return (
    <Confirmation
      kind="registration"
      receipt={receipt}
      amount={receipt.amount}
      plate={subject.key}
      title={cancelled ? 'Received, but Cancelled' : 'Registration Successful'}
      intro={`${receipt.registrant_name}, we have received your registration for ${receipt.event_name}.`}
      idLabel="Registration ID"
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
      onSaveCalendar={cancelled ? undefined : saveSessions}
    />
  )
}
