import { useEffect, useState } from 'react'
import { useMoment } from '../moment'

/**
 * The moment at which a page was opened, in milliseconds since 1970: a form that is being filled in or sent does not
 * vanish as its event ends; the server decides.
 */
export const useMomentOfEntry = (): number => {
  const [moment, setMoment] = useState(useMoment())
  useEffect(() => setMoment(Date.now()), [])
  return moment
}
