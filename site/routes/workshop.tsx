import { useState } from 'react'
import { identity } from '#edition/identity'
import { workshopDetails } from '#edition/workshops'
import { findSubject } from '../../festival/catalogue'
import type { Legends } from '../../festival/content'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { Parts, RegistrationBox, SubjectPage } from '../features/subject/subject-page'
import type { PageProps } from '../routes'
import { SubjectActions } from '../subject-actions'

/** Tells a visitor who tries to register too early that it will open (behaviour 9.7). */
export const SoonDialog = ({ onClose }: { onClose: () => void }) => (
  <Dialog title="Registration Opening Soon" onClose={onClose} className="sm:w-[26rem]">
    <p>Workshop registrations will be available shortly. Stay tuned for updates!</p>
    <Button className="mt-5 w-full" onClick={onClose} data-first>
      Got it
    </Button>
  </Dialog>
)

declare const __WORKSHOP_LEGENDS__: Legends

const read = (key = '') => {
  const subject = findSubject(key)
  const details = workshopDetails[key]
  if (!subject || !details) throw new Error(`The edition has no workshop ${key}`)
  return { subject, details }
}

export const describe = (props: PageProps) => {
  const { subject } = read(props.subject)
  return {
    title: `${subject.title}: ${subject.subtitle} · ${identity.title}`,
    description: subject.summary,
    plate: subject.key,
  }
}

export default (props: PageProps) => {
  const { subject, details } = read(props.subject)
  const [isSoonShown, setIsSoonShown] = useState(false)
  return (
    <SubjectPage
      subject={subject}
      legend={__WORKSHOP_LEGENDS__[subject.key]}
      parent={`/workshops?category=${subject.group}`}
      back="Back"
      description={details.description}
      box={
        <>
          <RegistrationBox subject={subject} notes={details.notes ?? []} onSoon={() => setIsSoonShown(true)} />
          <SubjectActions subject={subject} />
        </>
      }
    >
      <Parts
        parts={[
          ['What you will learn', details.topics],
          ['Duration', details.duration],
          ['Prerequisites', details.prerequisites],
          ['Incharges', details.incharges],
        ]}
      />
      {isSoonShown && <SoonDialog onClose={() => setIsSoonShown(false)} />}
    </SubjectPage>
  )
}
