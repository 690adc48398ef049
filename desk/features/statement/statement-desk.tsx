import { useMemo, useState } from 'react'
import type { Statements } from '../../../festival/desk/statement'
import { knownLayouts } from '../../../festival/statement/known-layouts'
import { Banner } from '../../../ui/banner'
import { Button } from '../../../ui/button'
import { Failed, Loading } from '../../shell/waiting'
import type { SettleOutcome } from '../decisions/settle'
import { FileDrop } from './file-drop'
import { FileHead } from './file-head'
import { FilePreview } from './file-preview'
import { MappingForm } from './mapping-form'
import { Settled } from './settled'
import { useDroppedFile } from './use-dropped-file'
import { bodyOf, useKeepLayout } from './use-statements'

const hint = 'CSV, text, XLS or XLSX, as the bank’s site gives it. It is read on this device.'

/** From a file to verified payments: drop, map where need be, look, and say yes once (behaviour 15.1). */
export const StatementDesk = ({ statements }: { statements: Statements }) => {
  const layouts = useMemo(() => [...statements.layouts, ...knownLayouts], [statements.layouts])
  const { file, drop, map, choose, tryLayout, clear } = useDroppedFile(layouts, statements.window)
  const [outcome, setOutcome] = useState<SettleOutcome>()
  const keeping = useKeepLayout()
  const answer = file?.answer
  const read = useMemo(() => (answer?.kind === 'read' ? bodyOf(answer) : undefined), [answer])
  const take = (dropped: File) => {
    setOutcome(undefined)
    keeping.reset()
    void drop(dropped)
  }
  const finish = (done: SettleOutcome) => {
    setOutcome(done)
    clear()
  }
  if (!file)
    return (
      <div className="grid gap-4">
        {outcome && <Settled outcome={outcome} />}
        <FileDrop prompt={outcome ? 'Choose another file' : 'Choose the bank’s file'} hint={hint} onFile={take} />
      </div>
    )
  if (!answer) return <Loading words={`Reading ${file.name} …`} />
  return (
    <div className="grid gap-5">
      {answer.kind === 'refused' && (
        <>
          <Banner tone="error" title={`${file.name} cannot be read`}>
            <p>{answer.words}</p>
          </Banner>
          <FileDrop prompt="Choose another file" hint={hint} onFile={take} />
        </>
      )}
      {answer.kind === 'unknown' && (
        <MappingForm
          key={file.name}
          header={answer.header}
          suggested={answer.suggested}
          tryLayout={tryLayout}
          onMapped={(layout) => {
            keeping.mutate({ header: answer.header, layout })
            void map(layout)
          }}
        />
      )}
      {answer.kind === 'read' && (
        <>
          <FileHead name={file.name} answer={answer} />
          {keeping.error && <Failed failure={keeping.error} what="The columns are not remembered for the next time." />}
          {read && <FilePreview of={read} onDone={finish} />}
        </>
      )}
      {answer.kind !== 'refused' && (
        <div className="flex flex-wrap gap-2">
          <Button shape="secondary" onClick={clear}>
            Put the file away
          </Button>
          {answer.kind === 'read' && (
            <Button shape="quiet" onClick={() => void choose()}>
              Choose the columns yourself
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
