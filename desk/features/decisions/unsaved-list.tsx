import { useQueryClient } from '@tanstack/react-query'
import { decisionWords } from '../../../festival/desk/states'
import { listAddress, recordAddress, useAddress } from '../../address'
import { sendDecision } from './decide'
import { type Fate, useFates, useOpenUndos } from './recent'
import { Refused, tellCurrent } from './refused'

const isOver = (later: readonly Fate[], { press }: Fate) =>
  later.some(({ press: next }) => next.command.id === press.command.id)

const listStayed = (press: string, count: number) => ({
  words: count === 1 ? 'Show it' : `Show the ${count.toLocaleString('en-IN')}`,
  href: listAddress({ filter: { press }, order: 'oldest' }),
})

/** So many are named; on a phone more would cover the page. */
const mostNamed = 3

/** Decisions that the server has not taken, or not taken back: being tried again, or refused. Nothing stands here while all is well. */
export const Unsaved = () => {
  const client = useQueryClient()
  const { search } = useAddress()
  const lookAgain = (id: string | undefined) =>
    id === undefined ? undefined : { words: 'Look again', href: recordAddress(id, search) }
  const fates = useFates()
  const undos = useOpenUndos()
  const unsaved = [
    ...fates
      .filter(({ stage }) => stage === 'unsaved')
      .map(({ press: { command, name } }) => ({ id: command.id, what: decisionWords[command.decision], name })),
    ...undos
      .filter(({ outcome }) => outcome === undefined)
      .map(({ press: { id, name } }) => ({ id: `undo ${id}`, what: 'Undo', name })),
  ]
  // What was sent again is told by its latest attempt.
  const refused = fates.filter((fate, index) => fate.stage === 'refused' && !isOver(fates.slice(index + 1), fate))
  const discard = ({ press }: { press: unknown }) => {
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
          <ul className="text-faded">
            {unsaved.slice(0, mostNamed).map(({ id, what, name }) => (
              <li key={id} className="truncate">
                {what}: <bdi>{name}</bdi>
              </li>
            ))}
            {unsaved.length > mostNamed && <li>and {unsaved.length - mostNamed} more</li>}
          </ul>
        </div>
      )}
      {refused.map((fate) => (
        <Refused
          key={fate.press.command.id}
          what={`Not taken: ${decisionWords[fate.press.command.decision]}`}
          name={fate.press.name}
          why={tellCurrent(fate)}
          link={lookAgain(fate.press.command.submission)}
          onRetry={
            fate.failure?.problem?.code === 'signed-out'
              ? () => {
                  discard(fate)
                  sendDecision(client, fate.press).catch(() => undefined)
                }
              : undefined
          }
          onDismiss={() => discard(fate)}
        />
      ))}
      {undos.map(
        (undo) =>
          undo.outcome !== undefined && (
            <Refused
              key={`undo ${undo.press.id}`}
              what={undo.title}
              name={undo.press.name}
              why={undo.outcome}
              link={undo.stayed > 0 ? listStayed(undo.press.id, undo.stayed) : lookAgain(undo.press.back?.submission)}
              onRetry={undefined}
              onDismiss={() => discard(undo)}
            />
          ),
      )}
    </div>
  )
}
