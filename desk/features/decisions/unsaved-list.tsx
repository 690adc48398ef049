import { useQueryClient } from '@tanstack/react-query'
import { decisionWords } from '../../../festival/desk/states'
import { sendDecision } from './decide'
import { type Fate, useFates } from './recent'
import { RefusedDecision } from './refused-decision'

const isOver = (later: readonly Fate[], { press }: Fate) =>
  later.some(({ press: next }) => next.command.id === press.command.id)

/** Decisions that the server has not taken: being tried again, or refused. Nothing stands here while all is well. */
export const Unsaved = () => {
  const client = useQueryClient()
  const fates = useFates()
  const unsaved = fates.filter(({ stage }) => stage === 'unsaved')
  // What was sent again is told by its latest attempt.
  const refused = fates.filter((fate, index) => fate.stage === 'refused' && !isOver(fates.slice(index + 1), fate))
  const discard = ({ press }: Fate) => {
    const cache = client.getMutationCache()
    for (const mutation of cache.getAll()) if (mutation.state.variables === press) cache.remove(mutation)
  }
  return (
    <div aria-live="polite">
      {unsaved.length > 0 && (
        <div className="border-b-2 border-nerve bg-leaf px-4 py-2" data-unsaved={unsaved.length}>
          <p className="font-semibold text-nerve">
            {unsaved.length === 1 ? 'One decision is not yet saved.' : `${unsaved.length} decisions are not yet saved.`}{' '}
            We keep trying; leave this page open.
          </p>
          <p className="truncate text-faded">
            {unsaved.map(({ press }) => `${decisionWords[press.command.decision]}: ${press.name}`).join(' · ')}
          </p>
        </div>
      )}
      {refused.map((fate) => (
        <RefusedDecision
          key={fate.press.command.id}
          fate={fate}
          onDiscard={() => discard(fate)}
          onRetry={() => {
            discard(fate)
            sendDecision(client, fate.press).catch(() => undefined)
          }}
        />
      ))}
    </div>
  )
}
