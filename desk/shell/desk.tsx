import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect } from 'react'
import { identity } from '#edition/identity'
import { matchRoute, useAddress } from '../address'
import { meOptions } from '../api'
import { listUnsaved, resumeUnsaved } from '../features/decisions/presses'
import { ReadsPictures } from '../features/pictures/reading-bar'
import { QueuePage } from '../features/queue/queue-page'
import { Announcer, Failed, Loading } from '../messages'
import { SignIn } from '../routes/sign-in'
import { Frame } from './frame'
import { PageBoundary } from './page-boundary'

const load = {
  sessions: () => import('../routes/sessions'),
  people: () => import('../routes/people'),
  audit: () => import('../routes/audit'),
  statement: () => import('../features/bank/statement-page'),
  refunds: () => import('../features/bank/refunds-page'),
  rehearsal: () => import('../features/bank/rehearsal-page'),
  walkIn: () => import('../routes/walk-in'),
}
const Sessions = lazy(async () => ({ default: (await load.sessions()).Sessions }))
const People = lazy(async () => ({ default: (await load.people()).People }))
const Audit = lazy(async () => ({ default: (await load.audit()).Audit }))
const Statement = lazy(async () => ({ default: (await load.statement()).Statement }))
const Refunds = lazy(async () => ({ default: (await load.refunds()).Refunds }))
const Rehearsal = lazy(async () => ({ default: (await load.rehearsal()).Rehearsal }))
const WalkIn = lazy(async () => ({ default: (await load.walkIn()).WalkIn }))

const NotFound = () => (
  <div className="p-6">
    <h1 className="text-2xl">There is no such page at the desk</h1>
  </div>
)

const titles: Readonly<Record<ReturnType<typeof matchRoute>['page'], string>> = {
  queue: 'Queue',
  record: 'Submission',
  'sign-in': 'Sign in',
  sessions: 'You',
  people: 'Organisers',
  statement: 'Bank statement',
  refunds: 'Refunds',
  rehearsal: 'Money rehearsal',
  'walk-in': 'Walk-in',
  audit: 'Audit log',
  'not-found': 'No such page',
}

const Page = () => {
  const { path, search } = useAddress()
  const { page, id } = matchRoute(path)
  if (page === 'queue' || page === 'record') return <QueuePage id={id} search={search} />
  if (page === 'sessions') return <Sessions />
  if (page === 'people') return <People />
  if (page === 'audit') return <Audit />
  if (page === 'statement') return <Statement />
  if (page === 'refunds') return <Refunds />
  if (page === 'rehearsal') return <Rehearsal />
  if (page === 'walk-in') return <WalkIn />
  return <NotFound />
}

const SignedIn = ({ email }: { email: string }) => {
  const client = useQueryClient()
  const { path } = useAddress()
  const { page } = matchRoute(path)
  useEffect(() => resumeUnsaved(client, email), [client, email])
  useEffect(() => {
    // A network that goes away later, or a new version of the desk, takes no page away.
    void Promise.allSettled(Object.values(load).map((begin) => begin()))
  }, [])
  return (
    <Frame>
      {/* The list stays as it is beside a record. */}
      <PageBoundary key={page === 'record' ? 'queue' : page}>
        <Suspense fallback={<Loading />}>
          <Page />
        </Suspense>
      </PageBoundary>
      <ReadsPictures />
    </Frame>
  )
}

/** The whole desk: the way in, or what whoever is signed in has opened. */
export const Desk = () => {
  const client = useQueryClient()
  const { path } = useAddress()
  const { data: me, error, refetch } = useQuery(meOptions)
  useEffect(() => {
    // Somebody who was signed out may have signed in again in another tab.
    const look = () => void (document.visibilityState === 'visible' && refetch())
    document.addEventListener('visibilitychange', look)
    window.addEventListener('focus', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('focus', look)
    }
  }, [refetch])
  const { page } = matchRoute(path)
  const isSigningIn = page === 'sign-in'
  useEffect(() => {
    document.title = `${titles[page]} · ${identity.shortTitle} desk`
  }, [page])
  const waiting = listUnsaved(client).length
  return (
    <>
      {isSigningIn || me === null ? (
        <>
          {waiting > 0 && !isSigningIn && (
            <p role="status" className="bg-nerve px-4 py-3 text-center font-semibold text-paper">
              You are signed out, and {waiting === 1 ? 'one decision is' : `${waiting} decisions are`} not yet saved.
              Keep this page open and sign in again in it.
            </p>
          )}
          <SignIn key={path} />
        </>
      ) : me ? (
        <SignedIn email={me.email} />
      ) : error ? (
        <main className="mx-auto max-w-md py-10">
          <h1 className="px-4 text-2xl">Organisers’ desk</h1>
          <Failed failure={error} what="The desk cannot be opened." onRetry={() => void refetch()} />
        </main>
      ) : (
        <main className="mx-auto max-w-md py-10">
          <h1 className="px-4 text-2xl">Organisers’ desk</h1>
          <Loading words="Opening the desk …" />
        </main>
      )}
      <Announcer />
    </>
  )
}
