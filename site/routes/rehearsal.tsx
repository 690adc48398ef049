import { type ComponentProps, type FormEvent, useEffect, useRef, useState } from 'react'
import * as v from 'valibot'
import { identity } from '#edition/identity'
import { participantCategories, practiceFields, yearSuggestions } from '#edition/participants'
import { subjectForForm } from '../../festival/content/catalogue'
import { registrationPath } from '../../festival/content/subject'
import { parseBody } from '../../festival/contract/problem'
import { email, limits, phone, requiredName, requiredText } from '../../festival/text/fields'
import { phoneHint } from '../../festival/text/messages'
import { Button } from '../../ui/button'
import { ChoiceField } from '../../ui/choice-field'
import { ErrorSummary, type SummaryError } from '../../ui/error-summary'
import { useIsHydrated } from '../../ui/hooks'
import { TextField } from '../../ui/text-field'
import { pickColour } from '../built'
import { FormNotes, FormPage } from '../forms/form-page'
import { BackLink, ButtonLink, Link } from '../navigation/link'
import { useNavigation } from '../navigation/navigation'
import { Plate } from '../plate'

export const describe = () => ({
  title: `Practice registration · ${identity.title}`,
  description:
    'Try a registration form without registering: nothing is sent, nothing is stored, nothing is paid.',
  isForm: true,
})

const notes = [
  'Fill it in as you like: nothing that you enter leaves this page, and it is gone when you leave.',
  'Nothing is paid, and you are not registered afterwards.',
]

/** How long the form pretends to be sending, in milliseconds. */
const practiceWait = 2000

/** Returns a text like an ID, but clearly not a real one: "PRACTICE-042917". */
export const makePracticeId = (now: number): string => `PRACTICE-${String(now).slice(-6)}`

/** The practice form has its own fields and saves nothing. */
export default () => {
  const { screen } = useNavigation()
  const query = useIsHydrated() ? screen.address.split('?')[1] : ''
  const subject = subjectForForm(new URLSearchParams(query).get('event'))
  const realForm = registrationPath(subject)
  const [id, setId] = useState<string>()
  if (id) {
    return <PracticeDone id={id} realForm={realForm} onAgain={() => setId(undefined)} />
  }
  return (
    <div data-colour={pickColour(subject)}>
      <FormPage
        back={<BackLink parent={realForm}>Back</BackLink>}
        plate={<Plate of={subject.key} className="w-20 shrink-0 sm:w-28" />}
        caption="Practice"
        title="Practice registration"
        line="Nothing is sent, nothing is kept, nothing is paid."
        aside={
          <FormNotes title="This is only practice" notes={notes}>
            <Link
              href={realForm}
              className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
            >
              Go to the real form
            </Link>
          </FormNotes>
        }
      >
        <PracticeForm onDone={setId} />
      </FormPage>
    </div>
  )
}

const practiceSchema = v.object({
  name: requiredName('Enter your full name.'),
  email,
  phone,
  institution: requiredText(
    limits.institution,
    'The institution',
    'Enter your college or institution.',
  ),
  category: v.pipe(v.string(), v.minLength(1, 'Choose a category.')),
})

type PracticeField = Pick<
  ComponentProps<typeof TextField>,
  'path' | 'label' | 'hint' | 'type' | 'suggestions'
>

const contactFields: readonly PracticeField[] = [
  { path: 'name', label: 'Full name' },
  { path: 'email', label: 'E-mail', type: 'email' },
  { path: 'phone', label: 'Phone', type: 'tel', hint: phoneHint },
  { path: 'institution', label: 'College or institution' },
]

const furtherFields = [
  { path: 'year', label: 'Year of study', suggestions: yearSuggestions },
  ...practiceFields,
]

const PracticeForm = ({ onDone }: { onDone: (id: string) => void }) => {
  const isAlive = useIsHydrated()
  const [category, setCategory] = useState('')
  const [errors, setErrors] = useState<readonly SummaryError[]>([])
  const [isSubmitting, setIsSubmitting] = useState(false)
  const summary = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (errors.length > 0) {
      summary.current?.focus()
    }
  }, [errors])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const checked = parseBody(practiceSchema, {
      ...Object.fromEntries(new FormData(event.currentTarget)),
      category,
    })
    setErrors(checked.ok ? [] : checked.errors)
    setIsSubmitting(checked.ok)
    if (checked.ok) {
      setTimeout(() => onDone(makePracticeId(Date.now())), practiceWait)
    }
  }
  const findError = (path: string) => errors.find((error) => error.path === path)?.message
  const renderField = (field: PracticeField, isOptional = false) => (
    <TextField
      key={field.path}
      {...field}
      isOptional={isOptional}
      autoComplete="off"
      error={findError(field.path)}
      onChange={() => undefined}
    />
  )
  return (
    <form
      method="post"
      noValidate
      aria-label="Practice registration"
      onSubmit={submit}
      className="space-y-5 border border-line bg-leaf px-4 py-5 sm:px-8 sm:py-8"
    >
      <div inert={isSubmitting} className="space-y-5">
        {contactFields.map((field) => renderField(field))}
        <ChoiceField
          path="category"
          label="Category"
          choices={participantCategories}
          value={category}
          error={findError('category')}
          onChange={setCategory}
        />
        {furtherFields.map((field) => renderField(field, true))}
      </div>
      {errors.length > 0 && <ErrorSummary errors={errors} ref={summary} />}
      <Button type="submit" className="w-full" disabled={!isAlive || isSubmitting}>
        {isSubmitting ? 'Submitting...' : 'Submit practice registration'}
      </Button>
      <p className="text-sm text-faded">Practice: nothing that you enter here is sent or kept.</p>
    </form>
  )
}

const PracticeDone = ({
  id,
  realForm,
  onAgain,
}: {
  id: string
  realForm: string
  onAgain: () => void
}) => {
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
        This is what you see after a real registration. Nothing was sent or kept, and you are not
        registered.
      </p>
      <p className="mt-6 border-y border-dashed border-line py-4">
        <span className="caption block">Practice ID, not valid for anything</span>
        <strong className="figures font-display text-2xl font-medium sm:text-3xl">{id}</strong>
      </p>
      <div className="mt-8 flex flex-col gap-3 sm:flex-row sm:flex-wrap">
        <ButtonLink href={realForm}>Go to the real form</ButtonLink>
        <Button shape="secondary" onClick={onAgain}>
          Practise again
        </Button>
        <ButtonLink href="/" shape="secondary">
          Back to Home
        </ButtonLink>
      </div>
    </section>
  )
}
