import type { SubmissionRecord } from '../../../festival/desk/record'
import { Icon } from '../../../ui/icon'
import { Link } from '../../address'
import { writeRupees } from '../../words'
import type { Fate } from '../decisions/recent'
import { subjectWords } from '../queue/queue-row'
import { StateMark } from '../queue/state-mark'
import { SmallPlate } from './small-plate'

const stageWords = { sending: 'Saving …', unsaved: 'Not yet saved, trying again', saved: '', refused: '' } as const

/** Whose record it is, how it stands and whether that is saved. */
export const RecordHead = ({
  record,
  stage,
  listHref,
}: {
  record: SubmissionRecord
  stage: Fate['stage'] | undefined
  listHref: string
}) => (
  <div className="flex items-center gap-1 border-b border-rule bg-leaf py-1 pr-4 lg:col-span-2">
    <Link
      href={listHref}
      aria-label="Back to the list"
      title="Back to the list"
      className="target inline-flex items-center justify-center"
    >
      <Icon path="M15 5l-7 7 7 7" />
    </Link>
    <div className="min-w-0 flex-1">
      <h1 tabIndex={-1} className="truncate text-lg outline-none">
        <bdi>{record.name}</bdi>
      </h1>
      <p className="figures flex flex-wrap items-center gap-x-3 text-faded">
        <StateMark of={record} isShort={false} />
        {record.isCorrected && record.state === 'submitted' && <b className="text-nerve">Corrected</b>}
        <span className="truncate">{subjectWords(record)}</span>
        <span>{writeRupees(record.amount)}</span>
        {stage && stageWords[stage] && <b className="text-nerve">{stageWords[stage]}</b>}
      </p>
    </div>
    <SmallPlate of={record} />
  </div>
)
