import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { type Ends, type Offers, offersAt } from '../festival/availability'
import { isPublic as isPublicBuild } from './built'
import { useFestival } from './festival'

const Moment = createContext({ moment: 0, isPublic: isPublicBuild })

/** How often a page that stays open looks at the clock, in milliseconds. */
const glance = 20_000

interface MomentProps {
  first: number
  isPublic?: boolean
  children: ReactNode
}

/**
 * Tells what is below the time. The first moment is the one that the page was built with, so that the browser takes over
 * what it finds; then the visitor's own clock decides.
 */
export const MomentProvider = ({ first, isPublic = isPublicBuild, children }: MomentProps) => {
  const [moment, setMoment] = useState(first)
  useEffect(() => {
    const look = () => setMoment(Date.now())
    look()
    const timer = setInterval(look, glance)
    return () => clearInterval(timer)
  }, [])
  return <Moment value={{ moment, isPublic }}>{children}</Moment>
}

/** The time, in milliseconds since 1970, to a third of a minute. */
export const useMoment = (): number => useContext(Moment).moment

/** What can be registered for, bought and requested now, or at another moment by what was sold until when. */
export const useOffers = (at?: number, soldUntil?: Ends): Offers => {
  const { moment, isPublic } = useContext(Moment)
  const { ends } = useFestival()
  return offersAt(soldUntil ?? ends, at ?? moment, isPublic)
}
