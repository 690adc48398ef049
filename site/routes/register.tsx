import { useState } from 'react'
import { identity } from '#edition/identity'
import { colourOf, subjectForForm } from '../../festival/catalogue'
import type { RegistrationReceipt } from '../../festival/registration'
import { fullName, subjectPath } from '../../festival/subject'
import { ClosedCard } from '../features/registration/closed-card'
import { Registered } from '../features/registration/registered'
import { RegistrationForm } from '../features/registration/registration-form'
import { BackLink } from '../navigation/back-link'
import { Plate, plateCaption } from '../plate'
import type { PageProps } from '../routes'

export const describe = ({ choice }: PageProps) => {
  const subject = subjectForForm(choice)
  return {
    title: `Register for ${fullName(subject)} · ${identity.title}`,
    description: subject.summary,
    plate: subject.key,
  }
}

export default ({ choice }: PageProps) => {
  const subject = subjectForForm(choice)
  const [receipt, setReceipt] = useState<RegistrationReceipt>()
  if (receipt)
    return (
      <div data-colour={colourOf(subject)} className="pt-8">
        <Registered subject={subject} receipt={receipt} />
      </div>
    )
  return (
    <article data-colour={colourOf(subject)}>
      <BackLink parent={subjectPath(subject)}>Back</BackLink>
      <header className="group mb-8 mt-2 flex items-end justify-between gap-4">
        <div>
          <p className="caption">Registration · {plateCaption(subject)}</p>
          <h1 tabIndex={-1} className="text-2xl sm:text-3xl">
            {fullName(subject)}
          </h1>
          <p className="mt-1 font-display text-lg text-accent">{subject.subtitle}</p>
        </div>
        <Plate of={subject.key} className="w-20 shrink-0 sm:w-28" />
      </header>
      {subject.status === 'open' ? (
        <RegistrationForm subject={subject} onDone={setReceipt} />
      ) : (
        <ClosedCard subject={subject} status={subject.status} />
      )}
    </article>
  )
}
