import { identity } from '#edition/identity'
import { workshopDetails } from '#edition/workshops'
import type { Legends } from '../../festival/content'
import { readSubject, SubjectPage } from '../features/subject/subject-page'
import type { PageProps } from '../routes'
import { SubjectActions } from '../subject-actions'

declare const __WORKSHOP_LEGENDS__: Legends

export const describe = (props: PageProps) => {
  const { subject } = readSubject(props.subject, workshopDetails)
  return {
    title: `${subject.title}: ${subject.subtitle} · ${identity.title}`,
    description: subject.summary,
    plate: subject.key,
  }
}

export default (props: PageProps) => {
  const { subject, details } = readSubject(props.subject, workshopDetails)
  return (
    <SubjectPage
      subject={subject}
      legend={__WORKSHOP_LEGENDS__[subject.key]}
      back="Back"
      description={details.description}
      notes={details.notes ?? []}
      actions={<SubjectActions subject={subject} />}
      parts={[
        ['What you will learn', details.topics],
        ['Duration', details.duration],
        ['Prerequisites', details.prerequisites],
        ['Incharges', details.incharges],
      ]}
    />
  )
}
