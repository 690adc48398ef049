import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Banner } from '../ui/banner'
import { Button } from '../ui/button'
import { canLight, openCamera, switchTorch } from './camera'
import { allowSound } from './signals'

export const cameraButtonId = 'camera'

/** While a result fills the screen, the camera's picture stays visible in a corner. */
export const CameraView = ({
  isSmall,
  onRead,
  onStop,
}: {
  isSmall: boolean
  onRead: (text: string) => void
  onStop: () => void
}) => {
  const video = useRef<HTMLVideoElement>(null)
  /** Undefined if the camera is off. A new object restarts the camera. */
  const [choice, setChoice] = useState<{ deviceId: string }>()
  const [track, setTrack] = useState<MediaStreamTrack>()
  const [litTrack, setLitTrack] = useState<MediaStreamTrack>()
  const [problem, setProblem] = useState('')
  const read = useEffectEvent(onRead)

  const start = () => {
    allowSound()
    setProblem('')
    setChoice({ deviceId: '' })
  }
  const stop = () => {
    setChoice(undefined)
    onStop()
  }
  const fail = useEffectEvent((message: string) => {
    setProblem(message)
    stop()
  })
  useEffect(() => {
    if (!choice || !video.current) {
      return
    }
    const close = openCamera(video.current, choice.deviceId, {
      onStart: setTrack,
      onRead: (text) => read(text),
      onProblem: (message) => fail(message),
    })
    // Phones stop the camera while another app is in the foreground.
    const restart = () => {
      if (document.visibilityState === 'visible') {
        setChoice({ ...choice })
      }
    }
    document.addEventListener('visibilitychange', restart)
    return () => {
      document.removeEventListener('visibilitychange', restart)
      close()
    }
  }, [choice])

  const chooseNext = async () => {
    const devices = await navigator.mediaDevices.enumerateDevices()
    const cameras = devices.filter(({ kind }) => kind === 'videoinput')
    const { deviceId: current } = track?.getSettings() ?? {}
    const index = cameras.findIndex(({ deviceId }) => deviceId === current)
    const next = cameras[index + 1] ?? cameras[0]
    setChoice({ deviceId: next?.deviceId ?? '' })
  }
  const isLit = track !== undefined && track === litTrack
  const light = async (lit: MediaStreamTrack) => {
    await switchTorch(lit, !isLit)
    setLitTrack(isLit ? undefined : lit)
  }
  const place = isSmall ? 'fixed top-5 right-5 z-50 w-24' : 'w-full'
  return (
    <section aria-label="Camera" className="grid gap-3">
      <video
        ref={video}
        playsInline
        muted
        hidden={!choice}
        className={`aspect-square border border-line bg-black object-cover ${place}`}
      />
      {problem && <Banner tone="error" title={problem} />}
      <Button id={cameraButtonId} onClick={choice ? stop : start}>
        {choice ? 'Stop camera' : 'Start camera'}
      </Button>
      {choice && (
        <div className="grid grid-flow-col gap-3">
          <Button shape="secondary" onClick={chooseNext}>
            Other camera
          </Button>
          {track && canLight(track) && (
            <Button shape="secondary" aria-pressed={isLit} onClick={() => light(track)}>
              Torch
            </Button>
          )}
        </div>
      )}
    </section>
  )
}
