import { useState } from 'react'
import { writePaise } from '../../../festival/bank/cells'
import type { ProposalGroup, ShownProposal } from '../../../festival/desk/statement'
import { isTicked, stateWords } from '../../../festival/matching/proposal'
import { Button } from '../../../ui/button'
import { Icon } from '../../../ui/icon'
import { groupMeanings } from './group-words'
import { ProposalItem } from './proposal-item'
import { count } from './tell-money'

const shownAtOnce = 50

/** A tick for what is verified in one step, a circle for what waits for a person. */
const Mark = ({ state }: Pick<ProposalGroup, 'state'>) =>
  isTicked(state) ? (
    <Icon path="M4 4h16v16H4zM8 12.2l3 3 5.4-6" className="size-5 shrink-0 fill-none stroke-lymph stroke-2" />
  ) : (
    <Icon path="M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16" className="size-5 shrink-0 fill-none stroke-faded stroke-2" />
  )

const Group = ({
  group: { state, count: all, sum, proposals, more },
  isOpenAtFirst,
  onToggle,
  onSettle,
  onAsk,
}: {
  group: ProposalGroup
  isOpenAtFirst: boolean
  onToggle: ((isOpen: boolean) => void) | undefined
  onSettle: ((proposal: ShownProposal) => void) | undefined
  onAsk: ((proposal: ShownProposal) => void) | undefined
}) => {
  const [isOpen, setIsOpen] = useState(isOpenAtFirst)
  const [shown, setShown] = useState(shownAtOnce)
  const alone = proposals.filter(({ isTicked: willBe }) => !willBe).length
  return (
    <details
      className="border-b border-line"
      open={isOpen}
      onToggle={({ currentTarget: { open } }) => {
        if (open !== isOpen) onToggle?.(open)
        setIsOpen(open)
      }}
    >
      <summary className="target grid cursor-pointer grid-cols-[auto_minmax(0,1fr)_auto] gap-x-3 py-2.5 hover:bg-leaf">
        <span className="pt-1">
          <Mark state={state} />
        </span>
        <span>
          <b className="block text-base font-semibold">{stateWords[state]}</b>
          <span className="block text-faded">{groupMeanings[state]}</span>
          {isTicked(state) && alone > 0 && (
            <span className="block text-artery">
              {count(alone, 'of these has', 'of these have')} a flag: look at each by itself.
            </span>
          )}
        </span>
        <span className="figures text-right">
          <b className="block text-lg">{all.toLocaleString('en-IN')}</b>
          <span className="block whitespace-nowrap">{writePaise(sum)}</span>
        </span>
      </summary>
      {isOpen && (
        <div className="pb-3 pl-8 max-sm:pl-0">
          <ul>
            {proposals.slice(0, shown).map((proposal) => (
              <ProposalItem
                key={proposal.key}
                proposal={proposal}
                onSettle={onSettle && (() => onSettle(proposal))}
                onAsk={onAsk && (() => onAsk(proposal))}
              />
            ))}
          </ul>
          {shown < proposals.length ? (
            <Button shape="secondary" className="mt-2" onClick={() => setShown(shown + shownAtOnce)}>
              Show {Math.min(shownAtOnce, proposals.length - shown)} more of {proposals.length + more}
            </Button>
          ) : (
            more > 0 && <p className="pt-2 text-faded">… and {count(more, 'more like these', 'more like these')}.</p>
          )}
        </div>
      )}
    </details>
  )
}

/** What is proposed, a group after the other, each with its meaning, how many there are, and their sum. */
export const GroupList = ({
  groups,
  onSettle,
  onAsk,
  open,
  onOpen,
}: {
  groups: readonly ProposalGroup[]
  /** The group that is open at first, and who keeps which one is. */
  open?: string
  onOpen?: (state: ProposalGroup['state'] | undefined) => void
  onAsk?: (proposal: ShownProposal) => void
  /** Says yes to one; undefined in a preview, whose rows aren't kept yet. */
  onSettle?: (proposal: ShownProposal) => void
}) => (
  <div className="border-t border-line">
    {groups.map((group) => (
      <Group
        key={group.state}
        group={group}
        isOpenAtFirst={group.state === open}
        onToggle={onOpen && ((isOpen) => onOpen(isOpen ? group.state : undefined))}
        onSettle={onSettle}
        onAsk={onAsk}
      />
    ))}
  </div>
)
