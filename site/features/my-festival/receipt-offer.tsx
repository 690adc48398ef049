import { useState } from 'react'
import { Button } from '../../../ui/button'
import { focusField } from '../../../ui/field'
import { writeText } from '../../forms/draft'
import type { Form } from '../../forms/use-form'
import { type Person, personNames } from '../../person'
import { forgetPeople, listPeople } from './receipts'

const paths = Object.entries(personNames)

/** What a form holds with a person in it, and nothing of anybody who stood there before. */
export const fillInPerson = <T,>(values: T, person: Person): T =>
  paths.reduce((filled, [name, other]) => {
    const text: string = Reflect.get(person, name)
    return writeText(writeText(filled, name, text), other, text)
  }, values)

export interface OfferProps {
  form: Pick<Form<object>, 'edit' | 'isBusy'>
}

/** Above a form: who has sent one from this device, to fill it in as one of them, or to forget them all (behaviour 5.61). */
export const PersonOffer = ({ form: { edit, isBusy } }: OfferProps) => {
  const [people, setPeople] = useState(listPeople)
  if (people.length === 0) {
    return null
  }
  const forget = () => {
    forgetPeople()
    setPeople([])
    // This button is about to go.
    for (const path of ['members.0.name', 'name']) {
      focusField(path)
    }
  }
  return (
    <fieldset aria-label="People of this device" className="mb-4 flex flex-wrap gap-2">
      {people.map((person) => (
        <Button
          key={`${person.name} ${person.email}`}
          shape="secondary"
          disabled={isBusy}
          onClick={() => edit(paths.flat(), (values) => fillInPerson(values, person))}
        >
          Fill in as {person.name}
        </Button>
      ))}
      <Button shape="quiet" onClick={forget}>
        Forget these details
      </Button>
    </fieldset>
  )
}
