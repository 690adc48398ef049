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
  query: { data, error, refetch },
  what,
  loading,
}: {
  query: QueryState
  what: string
  loading?: string
}) => {
  if (error) {
    return <Failed failure={error} what={what} onRetry={refetch} />
  }
  return data === undefined ? <Loading message={loading} /> : null
}

/** `what` is the title of an error ("The cash cannot be shown."). */
export const Page = ({
  title,
  intro,
  needs = ['head', ''],
  query,
  what = '',
  className = 'max-w-3xl',
  children,
}: {
  title: string
  intro?: ReactNode
  /** The required role, and the text that everyone else sees. */
  needs?: readonly [role: Role, refusal: string]
  query?: QueryState
  what?: string
  className?: string
  children: ReactNode
}) => {
  const isAllowed = useMayAct(needs[0])
  return (
    <div className={`mx-auto px-4 py-6 ${className}`}>
      <h1 className="text-2xl">{title}</h1>
      {intro && <p className="mt-1 text-faded">{intro}</p>}
      {!isAllowed && <p className="mt-4">{needs[1]}</p>}
      {isAllowed && query && <QueryStatus query={query} what={what} />}
      {isAllowed && children}
    </div>
  )
}
