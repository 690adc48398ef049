import { formatRupees } from '../../../festival/fee'
import type { RegistrationReceipt } from '../../../festival/registration'
import { dayOf, formatDay, formatHours } from '../../../festival/slot'
import { type Subject, sessionsOf } from '../../../festival/subject'
import { Confirmation, referenceRow } from '../../forms/confirmation/confirmation'
import { MailWords } from '../../forms/confirmation/mail-words'
import { RefusedAddress } from '../../forms/confirmation/refused-address'
import { saveCalendar } from '../../save-calendar'

/** The confirmation of a registration, with its id. */
export const Registered = ({
  subject,
  receipt,
  onCorrected,
}: {
  subject: Subject
  receipt: RegistrationReceipt
  onCorrected: (receipt: RegistrationReceipt) => void
}) => (
  <Confirmation
    key={receipt.confirmation}
    plate={subject.key}
    title="Registration Successful"
    intro={
      <p>
        {receipt.registrant_name}, we have received your registration for {receipt.event_name}.{' '}
        <MailWords receipt={receipt} noun="registration" />
      </p>
    }
    refused={
      receipt.confirmation === 'refused' && (
        <RefusedAddress kind="registration" receipt={receipt} onCorrected={onCorrected} />
      )
    }
    idLabel="Registration ID"
    id={receipt.registration_id}
    rows={[
      [subject.kind === 'event' ? 'Event' : 'Workshop', receipt.event_name],
      ...subject.slots.map((time): [string, string] => [
        time.label ?? 'When',
        `${formatDay(dayOf(time.start))}, ${formatHours(time)}`,
      ]),
      receipt.team.length > 1 ? ['Team', receipt.team.join(', ')] : ['Name', receipt.registrant_name],
      ['E-mail', receipt.email],
      ...(receipt.amount === null
        ? []
        : [['Payment', `${formatRupees(receipt.amount)}, still to be checked`] as [string, string]]),
      ...referenceRow(receipt),
    ]}
    onSaveCalendar={() =>
      saveCalendar(
        sessionsOf(subject).map((session) => ({ ...session, title: receipt.event_name })),
        subject.slug,
      )
    }
  />
)
