import { type CSSProperties, useState } from 'react'
import type { Proof } from '../../../festival/desk/record'
import { Icon } from '../../../ui/icon'
import { useShortcuts } from '../../shortcuts'
import { explainMissingPicture } from './load-proof'
import { PdfProof } from './pdf-proof'

const zooms = [1, 1.5, 2, 3, 4, 6] as const

const Tool = ({
  label,
  path,
  onPress,
  isDisabled = false,
}: {
  label: string
  path: string
  onPress: () => void
  isDisabled?: boolean
}) => (
  <button
    type="button"
    aria-label={label}
    title={label}
    disabled={isDisabled}
    onClick={onPress}
    className="target inline-flex items-center justify-center hover:bg-paper disabled:text-line"
  >
    <Icon path={path} />
  </button>
)

interface Size {
  width: number
  height: number
}

/** The picture as it is turned and enlarged. Its own measures are known once it has come; until then it is a phone's screen. */
const Picture = ({ proof, name, onFail }: { proof: Proof; name: string; onFail: () => void }) => {
  const [zoom, setZoom] = useState(0)
  const [turn, setTurn] = useState(0)
  const [size, setSize] = useState<Size>()
  const isTurned = turn % 180 !== 0
  const natural = size ? size.width / size.height : 9 / 19
  const frame: CSSProperties & Record<`--${string}`, string | number> = {
    '--ratio': isTurned ? 1 / natural : natural,
    '--zoom': zooms[zoom] ?? 1,
    '--turn': `${turn}deg`,
  }
  const enlarge = () => setZoom((step) => Math.min(step + 1, zooms.length - 1))
  const shrink = () => setZoom((step) => Math.max(step - 1, 0))
  const fit = () => setZoom(0)
  const rotate = () => setTurn((degrees) => (degrees + 90) % 360)
  useShortcuts({ '+': enlarge, '-': shrink, 0: fit, t: rotate })
  return (
    <>
      <div role="toolbar" aria-label="Picture" className="flex items-center justify-end border-b border-rule bg-leaf">
        <p className="figures mr-auto pl-4 text-xs text-faded" role="status">
          {Math.round((zooms[zoom] ?? 1) * 100)} %{turn > 0 && `, turned by ${turn}°`}
        </p>
        <Tool label="Make smaller" path="M5 12h14" onPress={shrink} isDisabled={zoom === 0} />
        <Tool label="Enlarge" path="M12 5v14M5 12h14" onPress={enlarge} isDisabled={zoom === zooms.length - 1} />
        <Tool label="Turn" path="M19 12a7 7 0 1 1-2.5-5.3M19 3v4.5h-4.5" onPress={rotate} />
      </div>
      <div className="proof-stage min-h-0 flex-1 overflow-auto bg-paper">
        <button
          type="button"
          aria-label={`${name}: ${zoom === 0 ? 'enlarge' : 'fit'}`}
          onClick={zoom === 0 ? () => setZoom(2) : fit}
          className={`proof-frame block ${zoom === 0 ? 'cursor-zoom-in' : 'cursor-zoom-out'}`}
          style={frame}
          data-turned={isTurned}
        >
          <img
            src={proof.address}
            alt={name}
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
              setSize({ width: naturalWidth, height: naturalHeight })
            }
            onError={onFail}
          />
        </button>
      </div>
    </>
  )
}

/** One proof, as large as its pane; where it does not come, why. */
export const ProofView = ({ proof, name }: { proof: Proof; name: string }) => {
  const [fault, setFault] = useState<string>()
  const [attempt, setAttempt] = useState(0)
  if (fault)
    return (
      <div role="alert" className="grid flex-1 content-center justify-items-center gap-3 p-6 text-center">
        <p>{fault}</p>
        <button
          type="button"
          className="target px-4 underline underline-offset-4"
          onClick={() => {
            setFault(undefined)
            setAttempt(attempt + 1)
          }}
        >
          Try again
        </button>
      </div>
    )
  if (proof.format === 'pdf')
    return <PdfProof key={`${proof.id} ${attempt}`} proof={proof} name={name} onFail={setFault} />
  return (
    <Picture
      key={`${proof.id} ${attempt}`}
      proof={proof}
      name={name}
      onFail={() => void explainMissingPicture(proof).then(setFault)}
    />
  )
}
