import type { ReactNode } from 'react'
import type { Role } from '../festival/contract/organisers'
import { type CallError, useMayAct } from './api'
import { Failed, Loading } from './messages'

interface QueryState {
  data: unknown
  error: CallError | null
  refetch: () => unknown
}

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

/** `what` is the title of an error ("The cash cannot be shown."). */
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
  /** The required role, and the text that everyone else sees. */
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
