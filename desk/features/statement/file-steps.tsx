import type { ReactNode } from 'react'
import type { Window } from '../../../festival/statement/choose-payments'
import type { Layout } from '../../../festival/statement/layout'
import { Banner } from '../../../ui/banner'
import { Button } from '../../../ui/button'
import { Failed, Loading } from '../../shell/waiting'
import type { ReadFileAnswer } from './answer-ask'
import { FileDrop } from './file-drop'
import { FileHead } from './file-head'
import { MappingForm } from './mapping-form'
import { useDroppedFile } from './use-dropped-file'
import { useKeepLayout } from './use-statements'

/**
 * The one way of a bank's file, wherever it is dropped: it is refused in words, or its columns are mapped, or it was read and
 * `children` goes on with it.
 */
export const FileSteps = ({
  layouts,
  window,
  hint,
  isAgain = false,
  before,
  children,
  onFile,
}: {
  layouts: readonly Layout[]
  window: Window
  /** What stands under the button that takes a file. */
  hint: string
  /** Another file was here before. */
  isAgain?: boolean
  /** What stands above as long as no file is there. */
  before?: ReactNode
  children: (answer: ReadFileAnswer, clear: () => void) => ReactNode
  /** A file was dropped. */
  onFile?: () => void
}) => {
  const { file, drop, map, choose, tryLayout, clear } = useDroppedFile(layouts, window)
  const keeping = useKeepLayout()
  const answer = file?.answer
  const take = (dropped: File) => {
    onFile?.()
    keeping.reset()
    void drop(dropped)
  }
  if (file && !answer) return <Loading words={`Reading ${file.name} …`} />
  return (
    <div className="grid gap-5">
      {!file && before}
      {answer?.kind === 'refused' && (
        <Banner tone="error" title={`${file?.name} cannot be read`}>
          <p>{answer.words}</p>
        </Banner>
      )}
      {(!answer || answer.kind === 'refused') && (
        <FileDrop
          prompt={isAgain || answer ? 'Choose another file' : 'Choose the bank’s file'}
          hint={hint}
          onFile={take}
        />
      )}
      {answer?.kind === 'unknown' && (
        <MappingForm
          key={file?.name}
          header={answer.header}
          suggested={answer.suggested}
          tryLayout={tryLayout}
          onMapped={(layout) => {
            keeping.mutate({ header: answer.header, layout })
            void map(layout)
          }}
        />
      )}
      {answer?.kind === 'read' && (
        <>
          <FileHead name={file?.name ?? ''} answer={answer} />
          {keeping.error && <Failed failure={keeping.error} what="The columns are not remembered for the next time." />}
          {children(answer, clear)}
        </>
      )}
      {answer && answer.kind !== 'refused' && (
        <div className="flex flex-wrap gap-2">
          <Button shape="secondary" onClick={clear}>
            Close this file
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
