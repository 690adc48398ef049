import { useQueryClient } from '@tanstack/react-query'
import { decisionWords, stateWords } from '../../../festival/contract/states'
import { entryAddress, Link, toQueue, useAddress } from '../../address'
import { formatMoment, formatNumber } from '../../words'
import type { PendingDecision, UndoableCommand } from './commands'
import { type DecisionStatus, type OpenUndo, useDecisions, useOpenUndos } from './decision-status'

/** More names would cover a phone's screen. */
const maxListed = 3

const describeRefusal = ({ failure }: DecisionStatus): string => {
  const { detail, current } = failure?.problem ?? {}
  if (!current) {
    return detail ?? 'The server cannot be reached.'
  }
  return `${current.by ?? 'The participant'} changed this entry on ${formatMoment(current.at)}. It is now “${stateWords[current.state]}”; your decision was not saved.`
}

/** `why` is undefined during a retry. */
interface Notice {
  id: string
  command: PendingDecision | UndoableCommand
  name: string
  title: string
  explanation: string | undefined
  link: { label: string; href: string } | undefined
}

export const Notices = () => {
  const client = useQueryClient()
  const { search } = useAddress()
  const linkToEntry = (id: string) => ({ label: 'Open entry', href: entryAddress(id, search) })
  const decisions = useDecisions().flatMap((decisionStatus): Notice[] => {
    const { pending, status } = decisionStatus
    const { id, decision, entryId } = pending.command
    const notice = { id, command: pending, name: pending.name, link: linkToEntry(entryId) }
    if (status === 'unsaved') {
      return [{ ...notice, title: decisionWords[decision], explanation: undefined }]
    }
    if (status !== 'refused') {
      return []
    }
    const title = `Not saved: ${decisionWords[decision]}`
    return [{ ...notice, title, explanation: describeRefusal(decisionStatus) }]
  })
  const linkFromUndo = ({ command, failedCount }: OpenUndo): Notice['link'] => {
    if (failedCount === 0) {
      return command.back && linkToEntry(command.back.entryId)
    }
    const label = failedCount === 1 ? 'Show it' : `Show the ${formatNumber(failedCount)}`
    return { label, href: toQueue({ command: command.id }) }
  }
  const undos = useOpenUndos().map((undo): Notice => {
    const { command, title, outcome } = undo
    return {
      id: `undo ${command.id}`,
      command,
      name: command.name,
      title: outcome === undefined ? 'Undo' : title,
      explanation: outcome,
      link: linkFromUndo(undo),
    }
  })
  const notices = [...decisions, ...undos]
  const unsaved = notices.filter(({ explanation }) => explanation === undefined)
  const refused = notices.filter(({ explanation }) => explanation !== undefined)
  const dismiss = (command: unknown) => {
    const cache = client.getMutationCache()
    for (const mutation of cache.getAll()) {
      if (mutation.state.variables === command) {
        cache.remove(mutation)
      }
    }
  }
  return (
    <div aria-live="polite" className="sticky top-0 z-20">
      {unsaved.length > 0 && (
        <div className="border-b-2 border-nerve bg-leaf px-4 py-2" data-unsaved={unsaved.length}>
          <p className="font-semibold text-nerve">
            {unsaved.length === 1
              ? 'One decision is not yet saved.'
              : `${unsaved.length} decisions are not yet saved.`}{' '}
            We keep trying; leave this page open.
          </p>
          <ul className="text-faded">
            {unsaved.slice(0, maxListed).map(({ id, title, name }) => (
              <li key={id} className="truncate">
                {title}: <bdi>{name}</bdi>
              </li>
            ))}
            {unsaved.length > maxListed && <li>and {unsaved.length - maxListed} more</li>}
          </ul>
        </div>
      )}
      {refused.map(({ id, command, name, title, explanation, link }) => (
        <div
          key={id}
          role="alert"
          className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b-2 border-artery bg-leaf px-4 py-2"
        >
          <p className="min-w-0 flex-1 basis-72">
            <b className="text-artery">
              {title}, <bdi>{name}</bdi>.
            </b>{' '}
            {explanation}
          </p>
          <div className="flex gap-2">
            {link && (
              <Link href={link.href} onClick={() => dismiss(command)} className="press px-3">
                {link.label}
              </Link>
            )}
            <button type="button" className="press px-3" onClick={() => dismiss(command)}>
              Dismiss
            </button>
          </div>
        </div>
      ))}
    </div>
  )
}
