import { useState } from 'react'
import { Button } from '../../../ui/button'
import type { Form } from '../../forms/use-form'
import { fillInPerson, personFields } from '../../person'
import { forgetPeople, listPeople } from './receipts'

export interface OfferProps {
  form: Pick<Form<object>, 'edit' | 'isBusy'>
}

/** Above a form: who has sent one from this device, to fill it in as one of them, or to forget them all (behaviour 5.61). */
export const PersonOffer = ({ form: { edit, isBusy } }: OfferProps) => {
  const [people, setPeople] = useState(listPeople)
  const [isForgotten, setIsForgotten] = useState(false)
  if (isForgotten)
    return (
      <p role="status" tabIndex={-1} ref={(said) => said?.focus()} className="mb-4">
        This device has forgotten these details.
      </p>
    )
  if (people.length === 0) return null
  const forget = () => {
    forgetPeople()
    setPeople([])
    setIsForgotten(true)
  }
  return (
    <fieldset aria-label="People of this device" className="mb-4 flex flex-wrap gap-2">
      {people.map((person) => (
        <Button
          key={`${person.name} ${person.email}`}
          shape="secondary"
          disabled={isBusy}
          onClick={() => edit(personFields, (held) => fillInPerson(held, person))}
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
