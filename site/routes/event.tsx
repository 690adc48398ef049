import { eventDetails } from '#edition/events'
import { identity } from '#edition/identity'
import { findSubject } from '../../festival/catalogue'
import type { Deadline, Legends } from '../../festival/content'
import { formatDate } from '../../festival/slot'
import { fullName } from '../../festival/subject'
import { Parts, RegistrationBox, SubjectPage } from '../features/subject/subject-page'
import type { PageProps } from '../routes'
import { SubjectActions } from '../subject-actions'

declare const __EVENT_LEGENDS__: Legends

const read = (key = '') => {
  const subject = findSubject(key)
  const details = eventDetails[key]
  if (!subject || !details) throw new Error(`The edition has no event ${key}`)
  return { subject, details }
}

export const describe = (props: PageProps) => {
  const { subject } = read(props.subject)
  return {
    title: `${fullName(subject)} · ${identity.title}`,
    description: subject.summary,
    plate: subject.key,
  }
}

const Deadlines = ({ deadlines }: { deadlines: readonly Deadline[] }) => (
  <dl className="space-y-2">
    {deadlines.map(({ label, day }) => (
      <div key={label}>
        <dt className="inline">{label}: </dt>
        <dd className="figures inline font-semibold">{formatDate(day)}</dd>
      </div>
    ))}
  </dl>
)

export default (props: PageProps) => {
  const { subject, details } = read(props.subject)
  return (
    <SubjectPage
      subject={subject}
      legend={__EVENT_LEGENDS__[subject.key]}
      parent={`/events?section=${subject.group}`}
      back="Back to Event"
      description={details.description}
      box={
        <>
          <RegistrationBox subject={subject} notes={details.feeNote ? [details.feeNote] : []} />
          <SubjectActions subject={subject} />
        </>
      }
    >
      <Parts
        parts={[
          ['Topic', details.topic],
          ['Theme', details.theme],
          ['Themes', details.themes],
          ['Categories', details.categories],
          ['Details', details.details],
          ['Agenda', details.agenda],
          ['Rules and regulations', details.rules],
          ['Abstract submission', details.abstract],
          ['Presentation guidelines', details.presentation],
          ['Deadlines', details.deadlines && <Deadlines deadlines={details.deadlines} />],
          ['Prizes', details.prizeNotes],
          ['Prerequisites', details.prerequisites],
          ['Incharges', details.incharges],
        ]}
      />
    </SubjectPage>
  )
}
