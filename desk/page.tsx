import type { ReactNode } from 'react'
import type { CallFailed } from './api'
import { Failed, Loading } from './messages'

/** An answer that was asked for, with what is said where it does not come ("The cash cannot be shown."). */
export interface Awaited {
  data: unknown
  error: CallFailed | null
  refetch: () => unknown
}

/** That an answer is on its way, or why it does not come; nothing once it is there. */
export const Await = ({ of: { data, error, refetch }, what }: { of: Awaited; what: string }) => {
  if (error) return <Failed failure={error} what={what} onRetry={refetch} />
  return data === undefined ? <Loading /> : null
}

/** A page of the desk: its title, what it is for, and what it shows, once what was asked for is there. */
export const Page = ({
  title,
  intro,
  of,
  what = '',
  className = 'max-w-3xl',
  children,
}: {
  title: string
  intro?: ReactNode
  of?: Awaited | undefined
  what?: string
  className?: string
  children: ReactNode
}) => (
  <div className={`mx-auto px-4 py-6 ${className}`}>
    <h1 className="text-2xl">{title}</h1>
    {intro && <p className="mt-1 text-faded">{intro}</p>}
    {of && <Await of={of} what={what} />}
    {children}
  </div>
)

/** There is nothing to be shown. */
export const Nothing = ({ children }: { children: ReactNode }) => (
  <p className="py-8 text-center text-faded">{children}</p>
)
