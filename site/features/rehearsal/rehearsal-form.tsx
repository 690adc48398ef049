import { type FormEvent, useEffect, useRef, useState } from 'react'
import { phoneHint } from '../../../festival/messages'
import { registrantCategories, yearSuggestions } from '../../../festival/registrant'
import { ChoiceField } from '../../../ui/choice-field'
import { ErrorSummary } from '../../../ui/error-summary'
import { focusField } from '../../../ui/field-id'
import { TextField } from '../../../ui/text-field'
import { useEarlyTexts } from '../../forms/drafts/early-texts'
import { SubmitPart } from '../../forms/submission/submit-part'
import { checkRehearsal, emptyRehearsal, type Rehearsal, rehearsalWait } from './rehearsal'

const shirtSizes = ['XS', 'S', 'M', 'L', 'XL', 'XXL']
const diets = ['None', 'Vegetarian', 'Vegan', 'Jain', 'Halal', 'No nuts', 'No gluten', 'No milk']

/** The practice form: it checks like a real one, waits like one, and keeps nothing (behaviour 9.10). */
export const RehearsalForm = ({ onDone }: { onDone: () => void }) => {
  const [typed, setTyped] = useState(emptyRehearsal)
  const [wasChecked, setWasChecked] = useState(false)
  const [isSubmitting, setIsSubmitting] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const form = useEarlyTexts((texts) => setTyped((before) => ({ ...before, ...Object.fromEntries(texts) })))
  useEffect(() => () => clearTimeout(timer.current), [])
  const errors = wasChecked ? checkRehearsal(typed) : []
  const field = (path: keyof Rehearsal) => ({
    path,
    value: typed[path],
    onChange: (text: string) => setTyped((before) => ({ ...before, [path]: text })),
    error: errors.find((error) => error.path === path)?.message,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isSubmitting) return
    setWasChecked(true)
    const [first] = checkRehearsal(typed)
    if (first) return focusField(first.path)
    setIsSubmitting(true)
    timer.current = setTimeout(onDone, rehearsalWait)
  }
  return (
    <form ref={form} method="post" noValidate autoComplete="off" onSubmit={submit} className="space-y-6">
      {errors.length > 0 && <ErrorSummary errors={errors} />}
      <div className="grid items-end gap-6 md:grid-cols-2">
        <TextField {...field('name')} label="Full name" />
        <TextField {...field('email')} label="Email" type="email" inputMode="email" />
        <TextField {...field('phone')} label="Phone" hint={phoneHint} type="tel" inputMode="tel" />
        <TextField {...field('institution')} label="Institution" />
      </div>
      <ChoiceField {...field('category')} label="Category" choices={registrantCategories} />
      <div className="grid gap-6 border-t border-rule pt-6 md:grid-cols-2">
        <TextField {...field('year')} label="Year of study" isOptional suggestions={yearSuggestions} />
        <TextField {...field('experience')} label="Workshop experience" isOptional />
        <TextField {...field('expectations')} label="Expectations" isOptional className="md:col-span-2" />
        <TextField {...field('emergencyContact')} label="Emergency contact" isOptional />
        <TextField {...field('emergencyPhone')} label="Emergency phone" isOptional type="tel" inputMode="tel" />
        <TextField {...field('shirtSize')} label="T-shirt size" isOptional suggestions={shirtSizes} />
        <TextField {...field('diet')} label="Dietary restrictions" isOptional suggestions={diets} />
      </div>
      <SubmitPart
        label="Submit practice registration"
        isBusy={isSubmitting}
        words="Nothing that you enter here is sent or kept."
      />
      <p role="status" className="sr-only">
        {isSubmitting ? 'Submitting...' : ''}
      </p>
    </form>
  )
}
