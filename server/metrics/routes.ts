import { couponPath, filePath, formPaths, healthPath, isCall, readyPath, uploadPath } from '../../festival/api'

const calls = new Set([...Object.values<string>(formPaths), couponPath, uploadPath, healthPath, readyPath])

/** The calls that send a form, and what each is counted as. */
export const submissionKinds: ReadonlyMap<string, string> = new Map(
  Object.entries(formPaths).map(([kind, path]) => [path, kind]),
)

/** One of a dozen names for whatever a visitor asks for, so that nobody can fill the memory with names of their own. */
export const routeOf = (path: string): string => {
  if (calls.has(path)) return path
  if (path.startsWith(filePath(''))) return filePath(':name')
  if (path.startsWith('/assets/')) return '/assets/*'
  return isCall(path) ? 'unknown call' : 'page'
}

export const outcomeOf = (status: number): 'confirmed' | 'saved' | 'refused' | 'failed' => {
  if (status < 300) return 'confirmed'
  if (status < 500) return 'refused'
  return status === 502 ? 'saved' : 'failed'
}
