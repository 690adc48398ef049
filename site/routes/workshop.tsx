import { identity } from '#edition/identity'
import { workshopDetails } from '#edition/workshops'
import type { Legends, WorkshopDetails } from '../../festival/content/content'
// The subject's chunk needs this one. Importing it here fetches both at the same time.
import '../features/my-festival/stars'
import { readSubject, SubjectPage, useSubjectPage } from '../features/subject/subject-page'
import type { PageProps } from '../routes'
import { SubjectActions } from '../subject-actions'

declare const __WORKSHOP_LEGENDS__: Legends

export const describe = (props: PageProps) => {
  const { subject } = readSubject(props.subjectKey, workshopDetails)
  return {
    title: `${subject.title}: ${subject.subtitle} · ${identity.title}`,
    description: subject.summary,
    plate: subject.key,
  }
}

/** Headings in page order. Every text of a workshop needs one. */
const headings: Readonly<Record<Exclude<keyof WorkshopDetails, 'description' | 'notes'>, string>> =
  {
    topics: 'What you will learn',
    duration: 'Duration',
    prerequisites: 'Prerequisites',
    incharges: 'Incharges',
  }

export default (props: PageProps) => {
  const { subject, details } = useSubjectPage(props.subjectKey, workshopDetails)
  return (
    <SubjectPage
      subject={subject}
      legend={__WORKSHOP_LEGENDS__[subject.key]}
      description={details.description}
      notes={details.notes ?? []}
      actions={<SubjectActions subject={subject} />}
      headings={headings}
      sections={details}
    />
  )
}
