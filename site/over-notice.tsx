import { lazy, Suspense } from 'react'

// Fetched only where something is over.
const OverCard = lazy(async () => ({ default: (await import('./over-card')).OverCard }))

/** What stands in a form's place once what it was for is over (behaviour 2.8). */
export const OverNotice = (props: { title: string; children: string }) => (
  <Suspense fallback={null}>
    <OverCard {...props} />
  </Suspense>
)
