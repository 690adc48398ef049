import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { type Availability, availabilityOf } from '../festival/availability'
import type { Subject } from '../festival/subject'
import { isPublic } from './is-public'

const Moment = createContext(0)

/** How often a page that stays open looks at the clock, in milliseconds. */
const glance = 20_000

/**
 * Tells what is below the time. The first moment is the one that the page was built with, so that the browser takes over
 * what it finds; then the visitor's own clock decides.
 */
export const MomentProvider = ({ first, children }: { first: number; children: ReactNode }) => {
  const [moment, setMoment] = useState(first)
  useEffect(() => {
    const look = () => setMoment(Date.now())
    look()
    const timer = setInterval(look, glance)
    return () => clearInterval(timer)
  }, [])
  return <Moment value={moment}>{children}</Moment>
}

/** The time, in milliseconds since 1970, to a third of a minute. */
export const useMoment = (): number => useContext(Moment)

/** What a visitor can do about a subject now. */
export const useAvailability = (): ((subject: Subject) => Availability) => {
  const moment = useMoment()
  return (subject) => availabilityOf(subject, moment, isPublic)
}
