import { useState } from 'react'
import { identity } from '#edition/identity'
import { subjectForForm } from '../../festival/catalogue'
import { fullName, registrationPath } from '../../festival/subject'
import { useIsAlive } from '../../ui/hooks'
import { colourOf } from '../built'
import { PracticeDone, PracticeForm } from '../features/registration/practice'
import { FormNotes, FormPage, useOffersOnEntry } from '../forms/form-page'
import { BackLink, Link } from '../navigation/link'
import { useNavigation } from '../navigation/navigation'
import { OverNotice } from '../over-notice'
import { Plate } from '../plate'

export const describe = () => ({
  title: `Practice registration · ${identity.title}`,
  description: 'Try the registration form without registering: nothing is sent, nothing is stored, nothing is paid.',
})

const notes = [
  'This is the real form with nothing behind it: it looks and checks the same.',
  'Only name, phone, e-mail, institution and category must be filled in. Its last part is not in the real form.',
  'Nothing that you enter leaves this page, and it is gone when you leave.',
  'Nothing is paid, and you are not registered afterwards.',
]

/** The subject whose form is practised; the built page, which knows no query, has the edition's first. */
const usePractised = () => {
  const { screen } = useNavigation()
  const query = useIsAlive() ? screen.address.split('?')[1] : ''
  return subjectForForm(new URLSearchParams(query).get('event'))
}

export default () => {
  const subject = usePractised()
  const [id, setId] = useState<string>()
  const real = registrationPath(subject)
  const availability = useOffersOnEntry().availabilityOf(subject)
  const isPast = availability === 'begun' || availability === 'over'
  if (id) return <PracticeDone subject={subject} id={id} onAgain={() => setId(undefined)} />
  return (
    <div data-colour={colourOf(subject)}>
      <FormPage
        back={<BackLink parent={real}>Back</BackLink>}
        plate={<Plate of={subject.key} className="w-20 shrink-0 sm:w-28" />}
        caption={`Practice · ${fullName(subject)}`}
        title="Practice registration"
        line="Nothing is sent, nothing is kept, nothing is paid."
        aside={
          !isPast && (
            <FormNotes title="This is only practice" notes={notes}>
              <Link
                href={real}
                className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
              >
                Go to the real form
              </Link>
            </FormNotes>
          )
        }
      >
        {isPast ? (
          <OverNotice
            title={`${subject.nickname ?? subject.title} ${availability === 'over' ? 'is over' : 'has begun'}`}
          >
            Nobody can register for it any more, so there is nothing to practise.
          </OverNotice>
        ) : (
          <>
            <p className="sticky top-0 z-10 -mt-2 border-b border-rule bg-paper py-2 text-center font-semibold">
              Practice: nothing is sent
            </p>
            <PracticeForm key={subject.key} subject={subject} onDone={setId} />
          </>
        )}
      </FormPage>
    </div>
  )
}
