import { useEffect, useRef, useState } from 'react'
import { identity } from '#edition/identity'
import { subjectForForm } from '../../festival/catalogue'
import { fullName, registrationPath, type Subject } from '../../festival/subject'
import { Button, buttonLook } from '../../ui/button'
import { useIsAlive } from '../../ui/hooks'
import { TextField } from '../../ui/text-field'
import { colourOf } from '../built'
import { type Practice, RegistrationForm } from '../features/registration/registration-form'
import { FormNotes, FormPage, FormPart, useOffersOnEntry } from '../forms/form-page'
import { QrCode } from '../forms/payment-step'
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

/** How long the form for practice pretends to send, in milliseconds (behaviour 9.10). */
const practiceWait = 2000

/** What the code of a practice form holds: words, which no app pays by. */
export const practiceCode = 'Practice form: this code pays nobody.'

/** The subject as one practises it: as it is, but for a fee, which is nothing. */
export const withoutFee = (subject: Subject): Subject =>
  subject.fee.per === 'pass' ? subject : { ...subject, fee: { per: 'team', amount: 0 } }

/** An id in the shape of a real one that nobody can take for one: "PRACTICE-042917". */
export const makePracticeId = (now: number): string => `PRACTICE-${String(now).slice(-6)}`

/** What the practice form asks besides, below the real one's fields; all of it may stay empty (behaviour 9.10). */
export const furtherFields: readonly { path: string; label: string; suggestions?: readonly string[] }[] = [
  { path: 'workshop_experience', label: 'Workshop experience' },
  { path: 'expectations', label: 'Expectations' },
  { path: 'emergency_contact', label: 'Emergency contact' },
  { path: 'emergency_phone', label: 'Emergency phone' },
  { path: 'tshirt_size', label: 'T-shirt size', suggestions: ['XS', 'S', 'M', 'L', 'XL', 'XXL'] },
  { path: 'dietary_restrictions', label: 'Dietary restrictions' },
]

/** The registration form of a subject for practice: its parts and its checks, and a sender that only waits (behaviour 9.10). */
export const PracticeForm = ({ subject, onDone }: { subject: Subject; onDone: (id: string) => void }) => {
  const [practised] = useState(() => withoutFee(subject))
  return (
    <RegistrationForm
      subject={practised}
      practice={practice}
      onDone={({ registration_id: id }) => onDone(id)}
      frame={(_summary, form) => form}
    />
  )
}

const practice: Practice = {
  send: async ({ event, email }) => {
    await new Promise((resolve) => setTimeout(resolve, practiceWait))
    const nothing = { event_name: '', registrant_name: '', team: [], registration_time: '', payment_reference: '' }
    const unpaid = { amount: null, coupon_applied: 'no', confirmation: 'sent' } as const
    return { ok: true, value: { registration_id: makePracticeId(Date.now()), event, email, ...nothing, ...unpaid } }
  },
  label: 'Submit practice registration',
  words: 'Practice: nothing that you enter here is sent or kept.',
  note: 'All fields are required unless marked as optional. Invented answers are welcome, and any picture will do as the screenshot: it stays on this page.',
  payment: (
    <div className="grid gap-x-8 gap-y-4 sm:grid-cols-[min(15rem,45%)_minmax(0,1fr)]">
      <div>
        <QrCode text={practiceCode} label="Practice code, which pays nobody" />
        <p className="mt-2 text-center font-semibold text-artery">Practice code: it pays nobody</p>
      </div>
      <div className="space-y-4">
        <div>
          <p className="caption">Amount to pay</p>
          <p className="font-semibold">Nothing, this is practice</p>
        </div>
        <p className="text-sm text-faded">
          In the real form the exact amount and the payee’s UPI id stand here, both with a button that copies them. The
          code opens a UPI app with everything filled in; on a phone a button does. A note of six characters, which is
          yours alone, lets us find your payment.
        </p>
      </div>
    </div>
  ),
  further: (
    <FormPart number={4} title="More about you" caption="Asked for practice only; the real form leaves it out">
      {furtherFields.map((field) => (
        <TextField key={field.path} {...field} isOptional autoComplete="off" onChange={() => undefined} />
      ))}
    </FormPart>
  ),
}

/** The end of a practice: the words of a real one, an id that is marked as practice, and the way to the real form. */
export const PracticeDone = ({ subject, id, onAgain }: { subject: Subject; id: string; onAgain: () => void }) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    window.scrollTo({ top: 0, behavior: 'instant' })
    heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <section className="mx-auto mt-4 max-w-[40rem] border border-dashed border-line bg-leaf px-5 py-8 sm:px-10">
      <p className="caption text-lg">Practice</p>
      <h1 ref={heading} tabIndex={-1} className="text-3xl">
        Registration Successful
      </h1>
      <p className="measure mt-3">
        That is how it ends for real. This time nothing was sent and nothing was kept, and you are not registered for
        anything.
      </p>
      <p className="mt-6 border-y border-dashed border-line py-4">
        <span className="caption block">Practice ID, not valid for anything</span>
        <strong className="figures font-display text-2xl font-medium sm:text-3xl">{id}</strong>
      </p>
      <div className="mt-8 flex flex-col gap-3 sm:flex-row sm:flex-wrap">
        <Link href={registrationPath(subject)} className={buttonLook()}>
          Go to the real form
        </Link>
        <Button shape="secondary" onClick={onAgain}>
          Practise again
        </Button>
        <Link href="/" className={buttonLook('secondary')}>
          Back to Home
        </Link>
      </div>
    </section>
  )
}
