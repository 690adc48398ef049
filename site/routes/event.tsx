import { eventDetails } from '#edition/events'
import { identity } from '#edition/identity'
import type { Deadline, EventDetails, Legends } from '../../festival/content/content'
import { formatDate } from '../../festival/content/slot'
import { fullName } from '../../festival/content/subject'
// The subject's chunk needs this one. Importing it here fetches both at the same time.
import '../features/my-festival/stars'
import { readSubject, SubjectPage, useSubjectPage } from '../features/subject/subject-page'
import type { PageProps } from '../routes'
import { SubjectActions } from '../subject-actions'

declare const __EVENT_LEGENDS__: Legends

export const describe = (props: PageProps) => {
  const { subject } = readSubject(props.subjectKey, eventDetails)
  return {
    title: `${fullName(subject)} · ${identity.title}`,
    description: subject.summary,
    plate: subject.key,
  }
}

/** Headings in page order. Every text of an event needs one. */
const headings: Readonly<Record<Exclude<keyof EventDetails, 'description' | 'feeNote'>, string>> = {
  topic: 'Topic',
  theme: 'Theme',
  themes: 'Themes',
  categories: 'Categories',
  details: 'Details',
  agenda: 'Agenda',
  rules: 'Rules and regulations',
  abstract: 'Abstract submission',
  presentation: 'Presentation guidelines',
  deadlines: 'Deadlines',
  prizeNotes: 'Prizes',
  prerequisites: 'Prerequisites',
  incharges: 'Incharges',
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
  const { subject, details } = useSubjectPage(props.subjectKey, eventDetails)
  return (
    <SubjectPage
      subject={subject}
      legend={__EVENT_LEGENDS__[subject.key]}
      description={details.description}
      notes={details.feeNote ? [details.feeNote] : []}
      actions={<SubjectActions subject={subject} />}
      headings={headings}
      sections={{
        ...details,
        deadlines: details.deadlines && <Deadlines deadlines={details.deadlines} />,
      }}
    />
  )
}
