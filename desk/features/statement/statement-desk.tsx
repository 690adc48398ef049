import { useMemo, useState } from 'react'
import type { Statements } from '../../../festival/desk/statement'
import { FileSteps } from '../bank/file-steps'
import type { ReadFileAnswer } from '../bank/file-worker'
import type { SettleOutcome } from '../decisions/settle'
import { FilePreview } from './file-preview'
import { Settled } from './settled'
import { bodyOf } from './use-statements'

const hint = 'PDF, CSV, text, XLS or XLSX, as the bank’s site gives it. It is read on this device.'

/** Its id stays the same for as long as the file is shown. */
const ReadFile = ({ answer, onDone }: { answer: ReadFileAnswer; onDone: (outcome: SettleOutcome) => void }) => {
  const read = useMemo(() => bodyOf(answer), [answer])
  return read && <FilePreview of={read} onDone={onDone} />
}

/** From a file to verified payments: drop, look, and say yes once (behaviour 15.1). */
export const StatementDesk = ({ statements }: { statements: Statements }) => {
  const [outcome, setOutcome] = useState<SettleOutcome>()
  return (
    <FileSteps
      known={statements.known}
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
