import { eventDetails } from '#edition/events'
import { identity } from '#edition/identity'
import { findSubject } from '../../festival/catalogue'
import { formatDate } from '../../festival/slot'
import { fullName } from '../../festival/subject'
import { ListPart, Part } from '../features/subject/facts'
import { RegistrationBox } from '../features/subject/registration-box'
import { SubjectPage } from '../features/subject/subject-page'
import type { Legends } from '../legend'
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
      {details.topic && <Part title="Topic">{details.topic}</Part>}
      {details.theme && <Part title="Theme">{details.theme}</Part>}
      <ListPart title="Themes" items={details.themes} />
      <ListPart title="Categories" items={details.categories} />
      <ListPart title="Details" items={details.details} />
      <ListPart title="Agenda" items={details.agenda} />
      <ListPart title="Rules and regulations" items={details.rules} />
      <ListPart title="Abstract submission" items={details.abstract} />
      <ListPart title="Presentation guidelines" items={details.presentation} />
      {details.deadlines && (
        <Part title="Deadlines">
          <dl className="space-y-2">
            {details.deadlines.map(({ label, day }) => (
              <div key={label}>
                <dt className="inline">{label}: </dt>
                <dd className="figures inline font-semibold">{formatDate(day)}</dd>
              </div>
            ))}
          </dl>
        </Part>
      )}
      <ListPart title="Prizes" items={details.prizeNotes} />
      <ListPart title="Prerequisites" items={details.prerequisites} />
      <ListPart title="Incharges" items={details.incharges} />
    </SubjectPage>
  )
}
