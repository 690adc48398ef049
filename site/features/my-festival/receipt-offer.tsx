import { useState } from 'react'
import { Button } from '../../../ui/button'
import { focusField } from '../../../ui/field'
import { writeText } from '../../forms/draft'
import type { Form } from '../../forms/use-form'
import { type Person, personNames } from '../../person'
import { forgetPeople, listPeople } from './receipts'

const paths = Object.entries(personNames)

export const fillInPerson = <T,>(values: T, person: Person): T =>
  paths.reduce((filled, [name, path]) => {
    const text: string = Reflect.get(person, name)
    return writeText(writeText(filled, name, text), path, text)
  }, values)

export interface OfferProps {
  form: Pick<Form<object>, 'edit' | 'isBusy'>
}

export const PersonOffer = ({ form: { edit, isBusy } }: OfferProps) => {
  const [people, setPeople] = useState(listPeople)
  if (people.length === 0) {
    return null
  }
  const forget = () => {
    forgetPeople()
    setPeople([])
    // Move the focus, because the pressed button disappears.
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
