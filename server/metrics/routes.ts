const calls = new Set([
  '/api/event-registrations',
  '/api/delegate-passes',
  '/api/accommodations',
  '/api/coupons/check',
  '/image/upload',
  '/healthz',
  '/readyz',
])

/** The calls that send a form, and what each is counted as. */
export const submissionKinds: Readonly<Record<string, string>> = {
  '/api/event-registrations': 'registration',
  '/api/delegate-passes': 'delegate-pass',
  '/api/accommodations': 'accommodation',
}

/** One of a dozen names for whatever a visitor asks for, so that nobody can fill the memory with names of their own. */
export const routeOf = (path: string): string => {
  if (calls.has(path)) return path
  if (path.startsWith('/files/')) return '/files/:name'
  if (path.startsWith('/assets/')) return '/assets/*'
  if (/^\/(?:api|image)(?:\/|$)/.test(path)) return 'unknown call'
  return 'page'
}

export const outcomeOf = (status: number): 'confirmed' | 'saved' | 'refused' | 'failed' => {
  if (status < 300) return 'confirmed'
  if (status < 500) return 'refused'
  return status === 502 ? 'saved' : 'failed'
}
