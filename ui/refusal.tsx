import { type ReactNode, useEffect, useRef } from 'react'
import { Banner } from './banner'

/**
 * An error that came of a press. Its button was disabled meanwhile, and a browser takes the focus from what is: the error
 * takes it, so that nobody who works by keyboard begins anew.
 */
export const Refusal = ({ title, children }: { title: string; children: ReactNode }) => {
  const banner = useRef<HTMLDivElement>(null)
  useEffect(() => banner.current?.focus(), [])
  return (
    <Banner ref={banner} tone="error" title={title}>
      {children}
    </Banner>
  )
}
