import { useEffect, useState } from 'react'
import type { Offers } from '../../festival/availability'
import { useMoment, useOffers } from '../moment'

/**
 * What is offered as a form's page is opened: a form that is being filled in or sent does not vanish as its event begins;
 * the server decides.
 */
export const useOffersOnEntry = (): Offers => {
  const [entered, setEntered] = useState(useMoment())
  useEffect(() => setEntered(Date.now()), [])
  return useOffers(entered)
}
