import { useEffect, useState } from 'react'
import { Banner } from '../ui/banner'
import { Button } from '../ui/button'
import { hasTorch, listCameras, switchTorch, type useCamera } from './camera'
import { allowSound } from './signals'

/** A small picture stays in view while a result fills the screen. */
export const CameraView = ({
  camera: { video, track, isOn, problem, choose },
  isSmall,
}: {
  camera: ReturnType<typeof useCamera>
  isSmall: boolean
}) => {
  const start = () => {
    allowSound()
    choose('')
  }
  const place = isSmall ? 'fixed top-5 right-5 z-50 w-24' : 'w-full'
  return (
    <section aria-label="Camera" className="grid gap-3">
      <video
        ref={video}
        playsInline
        muted
        hidden={!isOn}
        className={`aspect-square border border-line bg-black object-cover ${place}`}
      />
      {problem && <Banner tone="error" title={problem} />}
      {!isOn && <Button onClick={start}>Start camera</Button>}
      {track && <CameraControls key={track.id} track={track} choose={choose} />}
    </section>
  )
}

const CameraControls = ({
  track,
  choose,
}: {
  track: MediaStreamTrack
  choose: (deviceId: string) => void
}) => {
  const [isLit, setIsLit] = useState(false)
  const [cameras, setCameras] = useState<MediaDeviceInfo[]>([])
  useEffect(() => void listCameras().then(setCameras), [])
  const light = async () => {
    await switchTorch(track, !isLit)
    setIsLit(!isLit)
  }
  return (
    <div className="flex flex-wrap gap-3">
      {hasTorch(track) && (
        <Button shape="secondary" aria-pressed={isLit} onClick={light}>
          Torch
        </Button>
      )}
      {cameras.length > 1 && (
        <select
          aria-label="Camera"
          value={track.getSettings().deviceId}
          onChange={({ target }) => choose(target.value)}
          className="target min-w-0 flex-1 border border-line bg-leaf px-3"
        >
          {cameras.map(({ deviceId, label }) => (
            <option key={deviceId} value={deviceId}>
              {label}
            </option>
          ))}
        </select>
      )}
    </div>
  )
}
