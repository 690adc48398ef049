import { useEffect, useRef, useState } from 'react'
import type { Decoded } from './decoder'

/** In pixels. A ticket that fills a fifth of a frame can still be read. */
const maxFrameSide = 800
const pauseMs = 40

const problems: Readonly<Record<string, string>> = {
  NotAllowedError:
    'The camera is not allowed. Allow it for this page in the browser’s settings, then start it again.',
  NotFoundError: 'This device has no camera. Search by name, or use a scanner that types.',
  NotReadableError: 'Another app uses the camera. Close that app, then start the camera again.',
}
const otherProblem =
  'The camera did not start. Start it again, or open this page in Chrome or Safari.'
const brokenDecoder =
  'This browser cannot read codes. Update it, or use another browser. Searching by name works.'

const makeDecoder = () => {
  const worker = new Worker(new URL('./decoder.ts', import.meta.url), {
    type: 'module',
    name: 'decoder',
  })
  const decode = (frame: ImageData) =>
    new Promise<Decoded>((resolve) => {
      worker.onmessage = ({ data }) => resolve(data)
      worker.onerror = () => resolve({ isBroken: true })
      worker.postMessage(frame, [frame.data.buffer])
    })
  return { decode, stop: () => worker.terminate() }
}

/** Copies the square in the middle of the picture. Undefined before the first picture. */
const grabFrame = (
  video: HTMLVideoElement,
  context: CanvasRenderingContext2D,
): ImageData | undefined => {
  const { videoWidth, videoHeight } = video
  const square = Math.min(videoWidth, videoHeight)
  if (square === 0) {
    return undefined
  }
  const side = Math.min(square, maxFrameSide)
  context.canvas.width = side
  context.canvas.height = side
  const left = (videoWidth - square) / 2
  const top = (videoHeight - square) / 2
  context.drawImage(video, left, top, square, square, 0, 0, side, side)
  return context.getImageData(0, 0, side, side)
}

const openStream = (deviceId: string | undefined): Promise<MediaStream> => {
  const size = { width: { ideal: 1280 }, height: { ideal: 720 } }
  const device = deviceId ? { deviceId: { exact: deviceId } } : { facingMode: 'environment' }
  return navigator.mediaDevices.getUserMedia({ video: { ...size, ...device } })
}

interface Choice {
  /** Undefined for the back camera. */
  deviceId?: string
}

/** Reads codes from the camera until it is stopped. */
export const useCamera = (onRead: (text: string) => void) => {
  const video = useRef<HTMLVideoElement>(null)
  const report = useRef(onRead)
  report.current = onRead
  /** Undefined while the camera is off. */
  const [choice, setChoice] = useState<Choice>()
  const [track, setTrack] = useState<MediaStreamTrack>()
  const [cameras, setCameras] = useState<MediaDeviceInfo[]>([])
  const [problem, setProblem] = useState('')

  useEffect(() => {
    const element = video.current
    if (!choice || !element) {
      return
    }
    let isStopped = false
    let stream: MediaStream | undefined
    const decoder = makeDecoder()
    const fail = (message: string) => {
      setProblem(message)
      setChoice(undefined)
    }
    const readFrames = async () => {
      const context = document.createElement('canvas').getContext('2d', {
        willReadFrequently: true,
      })
      while (!isStopped && context) {
        await new Promise((wait) => setTimeout(wait, pauseMs))
        const frame = grabFrame(element, context)
        const { text, isBroken } = frame ? await decoder.decode(frame) : {}
        if (isBroken) {
          return fail(brokenDecoder)
        }
        if (text && !isStopped) {
          report.current(text)
        }
      }
    }
    const start = async () => {
      stream = await openStream(choice.deviceId)
      const [opened] = stream.getVideoTracks()
      if (isStopped || !opened) {
        return close()
      }
      opened.onended = () => fail(otherProblem)
      element.srcObject = stream
      await element.play()
      setTrack(opened)
      setProblem('')
      const devices = await navigator.mediaDevices.enumerateDevices()
      setCameras(devices.filter(({ kind }) => kind === 'videoinput'))
      await readFrames()
    }
    const close = () => {
      for (const opened of stream?.getTracks() ?? []) {
        opened.stop()
      }
    }
    start().catch((error: unknown) => {
      const name = error instanceof Error ? error.name : ''
      if (!isStopped) {
        fail(problems[name] ?? otherProblem)
      }
    })
    return () => {
      isStopped = true
      close()
      decoder.stop()
      setTrack(undefined)
    }
  }, [choice])

  useRestart(choice !== undefined, () => setChoice((current) => current && { ...current }))
  useWakeLock(track)
  return { video, track, cameras, choice, problem, choose: setChoice }
}

/** Phones stop the camera while another app is in front. */
const useRestart = (isOn: boolean, restart: () => void) => {
  const latest = useRef(restart)
  latest.current = restart
  useEffect(() => {
    if (!isOn) {
      return
    }
    const onChange = () => {
      if (document.visibilityState === 'visible') {
        latest.current()
      }
    }
    document.addEventListener('visibilitychange', onChange)
    return () => document.removeEventListener('visibilitychange', onChange)
  }, [isOn])
}

/** Keeps the screen on. Each start of the camera requests a new lock. */
const useWakeLock = (track: MediaStreamTrack | undefined) => {
  useEffect(() => {
    if (!track) {
      return
    }
    const lock = navigator.wakeLock?.request('screen').catch(() => undefined)
    return () => void lock?.then((held) => held?.release())
  }, [track])
}

type TorchCapabilities = MediaTrackCapabilities & { torch?: boolean }

export const hasTorch = (track: MediaStreamTrack | undefined): boolean => {
  const capabilities: TorchCapabilities = track?.getCapabilities?.() ?? {}
  return capabilities.torch === true
}

export const switchTorch = (track: MediaStreamTrack, torch: boolean): Promise<void> => {
  const constraint: MediaTrackConstraintSet & { torch: boolean } = { torch }
  return track.applyConstraints({ advanced: [constraint] })
}
