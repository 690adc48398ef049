import type { StatementPreview } from '../../../festival/desk/statement'
import { mapSteps, type Steps } from '../../../festival/matching/steps'

const addField = (written: string, name: string, value: string) => `${written.slice(0, -1)},"${name}":${value}}`

/** A preview as JSON, written proposal by proposal: one of ten thousand has six megabytes (behaviour 15.50). */
export function* writePreview({ groups, ...rest }: StatementPreview): Steps<string> {
  const written: string[] = []
  for (const { proposals, ...group } of groups) {
    const parts = yield* mapSteps(proposals, (proposal) => JSON.stringify(proposal))
    written.push(addField(JSON.stringify(group), 'proposals', `[${parts.join(',')}]`))
  }
  return addField(JSON.stringify(rest), 'groups', `[${written.join(',')}]`)
}
