import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { publicAttribute } from '../festival/contract/built-address'
import { type Offers, offersAt } from '../festival/schedule/availability'
import { useFestival } from './festival'

/** At a public address, registration and sales end at their set times. */
export const readIsPublic = (): boolean => document.documentElement.hasAttribute(publicAttribute)

const Moment = createContext({ moment: 0, isBuildTime: true, isPublic: false })

/** In milliseconds. Divides a minute evenly, so that a sale ending on the minute ends on time. */
const stepMs = 20_000

/** In milliseconds. Short, so that a page updates soon after a laptop wakes up. */
const compareMs = 1_000

interface MomentProps {
  first: number
  isPublic: boolean
  children: ReactNode
}

/** Provides the build time, as hydration requires, and then the visitor's time. */
export const MomentProvider = ({ first, isPublic, children }: MomentProps) => {
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

/** Milliseconds since 1970, updated every 20 seconds. */
export const useMoment = (): number => useContext(Moment).moment

/** Whether `useMoment` still returns the build time. */
export const useIsBuildTime = (): boolean => useContext(Moment).isBuildTime

export const useOffers = (): Offers => {
  const { moment, isPublic } = useContext(Moment)
  const { ends, places } = useFestival()
  return offersAt(ends, moment, isPublic, places)
}
