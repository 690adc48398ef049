import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { type Offers, offersAt } from '../festival/schedule/availability'
import { isPublic as isPublicBuild } from './built'
import { useFestival } from './festival'

const Moment = createContext({ moment: 0, isBuildTime: true, isPublic: isPublicBuild })

/**
 * How exactly a page knows the time, in milliseconds: it renders again when another one of these begins. What ends at a full
 * minute so ends on the page at that minute.
 */
const stepMs = 20_000

/** How often it compares, in milliseconds: also soon after a laptop has slept. */
const compareMs = 1_000

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
  const [time, setTime] = useState({ moment: first, isBuildTime: true })
  useEffect(() => {
    let shown: number | undefined
    const updateTime = () => {
      const moment = Date.now()
      const step = Math.floor(moment / stepMs)
      if (step === shown) {
        return
      }
      shown = step
      setTime({ moment, isBuildTime: false })
    }
    updateTime()
    const timer = setInterval(updateTime, compareMs)
    document.addEventListener('visibilitychange', updateTime)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', updateTime)
    }
  }, [])
  return <Moment value={{ ...time, isPublic }}>{children}</Moment>
}

/** The time, in milliseconds since 1970, to a third of a minute. */
export const useMoment = (): number => useContext(Moment).moment

/** Whether that is still the time at which the page was built, and not yet the visitor's. */
export const useIsBuildTime = (): boolean => useContext(Moment).isBuildTime

/** What can be registered for, bought and requested now. */
export const useOffers = (): Offers => {
  const { moment, isPublic } = useContext(Moment)
  const { ends } = useFestival()
  return offersAt(ends, moment, isPublic)
}
