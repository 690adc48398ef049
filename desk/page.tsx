import type { ReactNode } from 'react'
import type { Role } from '../festival/contract/organisers'
import { type CallError, useMayAct } from './api'
import { Failed, Loading } from './messages'

/** An answer that was asked for, with what is said where it does not come ("The cash cannot be shown."). */
interface QueryState {
  data: unknown
  error: CallError | null
  refetch: () => unknown
}

/** That an answer is on its way, or why it does not come; nothing once it is there. */
export const QueryStatus = ({
  of: { data, error, refetch },
  what,
}: {
  of: QueryState
  what: string
}) => {
  if (error) {
    return <Failed failure={error} what={what} onRetry={refetch} />
  }
  return data === undefined ? <Loading /> : null
}

/** A page of the desk: its title, what it is for, and what it shows, to whoever may see it, of what was asked for. */
export const Page = ({
  title,
  intro,
  needs = ['head', ''],
  of,
  what = '',
  className = 'max-w-3xl',
  children,
}: {
  title: string
  intro?: ReactNode
  /** The role that it is for, and what others read. */
  needs?: readonly [role: Role, refusal: string]
  of?: QueryState
  what?: string
  className?: string
  children: ReactNode
}) => {
  const isShown = useMayAct(needs[0])
  return (
    <div className={`mx-auto px-4 py-6 ${className}`}>
      <h1 className="text-2xl">{title}</h1>
      {intro && <p className="mt-1 text-faded">{intro}</p>}
      {!isShown && <p className="mt-4">{needs[1]}</p>}
      {isShown && of && <QueryStatus of={of} what={what} />}
      {isShown && children}
    </div>
  )
}
