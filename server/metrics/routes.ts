import { couponPath, filePath, formPaths, healthPath, isCall, readyPath, uploadPath } from '../../festival/api'

import { deskCalls } from '../../festival/desk/calls'
import { mySubmissionPaths } from '../../festival/my-submission'

const calls = new Set<string>([
  ...Object.values<string>(formPaths),
  couponPath,
  uploadPath,
  healthPath,
  readyPath,
  ...Object.values(mySubmissionPaths),
])
/** The patterns of the desk's calls. */
const deskPatterns = new Set(Object.values(deskCalls).map(({ path }): string => path))

/** The calls that send a form, and what each is counted as. */
export const submissionKinds: ReadonlyMap<string, string> = new Map(
  Object.entries(formPaths).map(([kind, path]) => [path, kind]),
)

/**
 * One of a few dozen names for whatever somebody asks for, so that nobody can fill the memory with names of their own. `pattern` is
 * that of the route which answered.
 */
export const routeOf = (path: string, pattern: string): string => {
  if (calls.has(path)) return path
  if (deskPatterns.has(pattern)) return pattern
  if (path.startsWith(filePath(''))) return filePath(':name')
  if (path.startsWith('/assets/')) return '/assets/*'
  return isCall(path) ? 'unknown call' : 'page'
}

export const outcomeOf = (status: number): 'confirmed' | 'saved' | 'refused' | 'failed' => {
  if (status < 300) return 'confirmed'
  if (status < 500) return 'refused'
  return status === 502 ? 'saved' : 'failed'
}
