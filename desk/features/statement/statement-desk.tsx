import { useMemo, useState } from 'react'
import type { Statements } from '../../../festival/desk/statement'
import { knownLayouts } from '../../../festival/statement/known-layouts'
import type { SettleOutcome } from '../decisions/settle'
import type { ReadFileAnswer } from './answer-ask'
import { FilePreview } from './file-preview'
import { FileSteps } from './file-steps'
import { Settled } from './settled'
import { bodyOf } from './use-statements'

const hint = 'CSV, text, XLS or XLSX, as the bank’s site gives it. It is read on this device.'

/** Its id stays the same for as long as the file is shown. */
const ReadFile = ({ answer, onDone }: { answer: ReadFileAnswer; onDone: (outcome: SettleOutcome) => void }) => {
  const read = useMemo(() => bodyOf(answer), [answer])
  return read && <FilePreview of={read} onDone={onDone} />
}

/** From a file to verified payments: drop, map where need be, look, and say yes once (behaviour 15.1). */
export const StatementDesk = ({ statements }: { statements: Statements }) => {
  const layouts = useMemo(() => [...statements.layouts, ...knownLayouts], [statements.layouts])
  const [outcome, setOutcome] = useState<SettleOutcome>()
  return (
    <FileSteps
      layouts={layouts}
      window={statements.window}
      hint={hint}
      isAgain={outcome !== undefined}
      before={outcome && <Settled outcome={outcome} />}
      onFile={() => setOutcome(undefined)}
    >
      {(answer, clear) => (
        <ReadFile
          answer={answer}
          onDone={(done) => {
            setOutcome(done)
            clear()
          }}
        />
      )}
    </FileSteps>
  )
}
