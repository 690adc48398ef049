import type { RegistrationReceipt } from '../../../festival/registration'
import { dayOf, formatDay, formatHours } from '../../../festival/slot'
import { type Subject, sessionsOf } from '../../../festival/subject'
import { Confirmation, type Fact } from '../../forms/confirmation'
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
    kind="registration"
    receipt={receipt}
    amount={receipt.amount}
    plate={subject.key}
    title="Registration Successful"
    intro={`${receipt.registrant_name}, we have received your registration for ${receipt.event_name}.`}
    idLabel="Registration ID"
    facts={[
      [subject.kind === 'event' ? 'Event' : 'Workshop', receipt.event_name],
      ...subject.slots.map(
        (time): Fact => [time.label ?? 'When', `${formatDay(dayOf(time.start))}, ${formatHours(time)}`],
      ),
      receipt.team.length > 1 ? ['Team', receipt.team.join(', ')] : ['Name', receipt.registrant_name],
    ]}
    onCorrected={onCorrected}
    onSaveCalendar={() =>
      saveCalendar(
        sessionsOf(subject).map((session) => ({ ...session, title: receipt.event_name })),
        subject.slug,
      )
    }
  />
)
