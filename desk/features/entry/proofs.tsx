import { type CSSProperties, useEffect, useState } from 'react'
import { type EntryDetails, nameField, type Proof } from '../../../festival/contract/entry'
import { isProblem } from '../../../festival/contract/problem'
import { buttonClasses } from '../../../ui/button'
import { Icon } from '../../../ui/icon'
import { Loading } from '../../messages'
import { useShortcuts } from '../../shortcuts'
import { formatMoment } from '../../words'
import { CashLines } from './facts'

const nameProof = ({ field, replacedAt }: Proof) =>
  nameField(field) + (replacedAt ? `, until ${formatMoment(replacedAt)}` : '')

export const Proofs = ({ entry }: { entry: EntryDetails }) => {
  const [chosenId, setChosenId] = useState<string>()
  const openProof = entry.proofs.find(({ id }) => id === chosenId) ?? entry.proofs[0]
  if (!openProof) {
    const nothing =
      entry.amount === 0 ? 'This event is free. There is no payment.' : 'No picture was uploaded.'
    return (
      <div
        className={`grid flex-1 place-content-center p-6 text-center ${entry.cash ? 'text-lg' : 'text-faded'}`}
      >
        {entry.cash ? <CashLines entry={entry} /> : <p>{nothing}</p>}
      </div>
    )
  }
  return (
    <>
      {entry.proofs.length > 1 && (
        <ul
          aria-label="Proofs"
          className="flex shrink-0 overflow-x-auto border-b border-rule bg-leaf"
        >
          {entry.proofs.map((proof) => (
            <li key={proof.id}>
              <button
                type="button"
                aria-pressed={proof === openProof}
                onClick={() => setChosenId(proof.id)}
                className="target px-3 whitespace-nowrap aria-pressed:font-semibold aria-pressed:shadow-[inset_0_-2px_0_var(--ink)]"
              >
                {nameProof(proof)}
              </button>
            </li>
          ))}
        </ul>
      )}
      <OpenProof key={openProof.id} proof={openProof} name={nameProof(openProof)} />
    </>
  )
}

const OpenProof = ({ proof, name }: { proof: Proof; name: string }) => {
  const [error, setError] = useState<string>()
  if (error) {
    return (
      <div
        role="alert"
        className="grid flex-1 content-center justify-items-center gap-3 p-6 text-center"
      >
        <p>{error}</p>
        <button type="button" className="press px-4" onClick={() => setError(undefined)}>
          Try again
        </button>
      </div>
    )
  }
  const Viewer = proof.format === 'pdf' ? Pdf : Picture
  return <Viewer address={proof.address} name={name} onFail={setError} />
}

interface ViewerProps {
  address: string
  name: string
  onFail: (message: string) => void
}

const unreachableMessage = 'The file could not be loaded. Check your connection.'

/**
 * Ignores the file's own content type, so that the desk never opens a file as a page.
 * @returns the file, or an error message
 */
const loadProof = async (address: string, type: string): Promise<Blob | string> => {
  try {
    const response = await fetch(address)
    if (response.ok) {
      return new Blob([await response.arrayBuffer()], { type })
    }
    const problem: unknown = await response.json()
    return isProblem(problem) ? problem.detail : unreachableMessage
  } catch {
    return unreachableMessage
  }
}

/** Some browsers cannot show PDFs. */
const Pdf = ({ address, name, onFail }: ViewerProps) => {
  const [blobAddress, setBlobAddress] = useState<string>()
  useEffect(() => {
    let objectUrl = ''
    let isUnmounted = false
    void loadProof(address, 'application/pdf').then((file) => {
      if (isUnmounted) {
        return
      }
      if (typeof file === 'string') {
        return onFail(file)
      }
      objectUrl = URL.createObjectURL(file)
      setBlobAddress(objectUrl)
    })
    return () => {
      isUnmounted = true
      URL.revokeObjectURL(objectUrl)
    }
  }, [address, onFail])
  if (!blobAddress) {
    return <Loading message="Loading the document …" />
  }
  return (
    <>
      {navigator.pdfViewerEnabled && (
        <iframe
          src={blobAddress}
          title={name}
          className="min-h-0 w-full flex-1 bg-leaf max-lg:hidden"
        />
      )}
      <p className="p-4 text-center">
        <a
          href={blobAddress}
          target="_blank"
          rel="noreferrer"
          className={buttonClasses('secondary')}
        >
          Open the PDF
        </a>
      </p>
    </>
  )
}

const zooms = [1, 1.5, 2, 3, 4, 6] as const

/** Assumes the proportions of a phone's screen until the size of the picture is known. */
const Picture = ({ address, name, onFail }: ViewerProps) => {
  const [step, setStep] = useState(0)
  const [turn, setTurn] = useState(0)
  const [ratio, setRatio] = useState(9 / 19)
  const zoom = zooms[step] ?? 1
  const isTurned = turn % 180 !== 0
  const frame: CSSProperties & Record<`--${string}`, string | number> = {
    '--ratio': isTurned ? 1 / ratio : ratio,
    '--zoom': zoom,
    '--turn': `${turn}deg`,
  }
  const enlarge = () => setStep(Math.min(step + 1, zooms.length - 1))
  const shrink = () => setStep(Math.max(step - 1, 0))
  const rotate = () => setTurn((turn + 90) % 360)
  useShortcuts({ '+': enlarge, '-': shrink, 0: () => setStep(0), t: rotate })
  const explain = async () => {
    const file = await loadProof(address, 'application/octet-stream')
    onFail(
      typeof file === 'string'
        ? file
        : 'The file is there, but this browser cannot show it as a picture.',
    )
  }
  const tools = [
    { label: 'Zoom out', path: 'M5 12h14', onClick: shrink, disabled: step === 0 },
    {
      label: 'Zoom in',
      path: 'M12 5v14M5 12h14',
      onClick: enlarge,
      disabled: step === zooms.length - 1,
    },
    {
      label: 'Rotate',
      path: 'M19 12a7 7 0 1 1-2.5-5.3M19 3v4.5h-4.5',
      onClick: rotate,
      disabled: false,
    },
  ]
  return (
    <>
      <div
        role="toolbar"
        aria-label="Picture"
        className="flex items-center justify-end border-b border-rule bg-leaf"
      >
        <p className="figures mr-auto pl-4 text-xs text-faded" role="status">
          {Math.round(zoom * 100)} %{turn > 0 && `, rotated by ${turn}°`}
        </p>
        {tools.map(({ label, path, ...rest }) => (
          <button
            key={label}
            type="button"
            aria-label={label}
            title={label}
            className="target inline-flex items-center justify-center hover:bg-paper disabled:text-line"
            {...rest}
          >
            <Icon path={path} />
          </button>
        ))}
      </div>
      <div className="proof-stage min-h-0 flex-1 overflow-auto bg-paper">
        <button
          type="button"
          aria-label={`${name}: ${step === 0 ? 'zoom in' : 'fit'}`}
          onClick={() => setStep(step === 0 ? 2 : 0)}
          className={`proof-frame block ${step === 0 ? 'cursor-zoom-in' : 'cursor-zoom-out'}`}
          style={frame}
          data-turned={isTurned}
        >
          <img
            src={address}
            alt={name}
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
              setRatio(naturalWidth / naturalHeight)
            }
            onError={() => void explain()}
          />
        </button>
      </div>
    </>
  )
}
