import { useEffect, useRef, useState } from 'react'
import type { Decoded } from './decoder'

/** In pixels. A code that fills a fifth of a frame can still be read. */
const maxFrameSide = 800
const pauseMs = 40

const problems: Readonly<Record<string, string>> = {
  NotAllowedError:
    'The camera is not allowed. Allow it for this page in the browser’s settings, then start it again. Until then, search by name.',
  NotFoundError: 'This device has no camera. Search by name, or use a scanner that types.',
  NotReadableError: 'Another app uses the camera. Close that app, then start the camera again.',
  DecoderError: 'This browser cannot read codes. Update it, or search by name.',
}
const otherProblem = 'The camera stopped. Start it again. If that fails, search by name.'

const makeDecoder = () => {
  // Vite finds the worker only if its address is written here.
  const worker = new Worker(new URL('./decoder.ts', import.meta.url), {
    type: 'module',
    name: 'decoder',
  })
  let isBroken = false
  let respond = (_response: Decoded) => {}
  worker.onmessage = ({ data }) => respond(data)
  worker.onerror = () => {
    isBroken = true
    respond({ isBroken })
  }
  const decode = (frame: ImageData) =>
    new Promise<Decoded>((resolve) => {
      respond = resolve
      if (isBroken) {
        resolve({ isBroken })
      } else {
        worker.postMessage(frame, [frame.data.buffer])
      }
    })
  return { decode, stop: () => worker.terminate() }
}

/** Copies the square in the middle of the picture. Undefined before the first picture. */
const grabFrame = (video: HTMLVideoElement, canvas: HTMLCanvasElement): ImageData | undefined => {
  const { videoWidth, videoHeight } = video
  const square = Math.min(videoWidth, videoHeight)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (square === 0 || !context) {
    return undefined
  }
  const side = Math.min(square, maxFrameSide)
  canvas.width = side
  canvas.height = side
  const left = (videoWidth - square) / 2
  const top = (videoHeight - square) / 2
  context.drawImage(video, left, top, square, square, 0, 0, side, side)
  return context.getImageData(0, 0, side, side)
}

const openStream = (deviceId: string): Promise<MediaStream> => {
  const size = { width: { ideal: 1280 }, height: { ideal: 720 } }
  const device = deviceId ? { deviceId: { exact: deviceId } } : { facingMode: 'environment' }
  return navigator.mediaDevices.getUserMedia({ video: { ...size, ...device } })
}

interface Events {
  onStart: (track: MediaStreamTrack | undefined) => void
  onRead: (text: string) => void
  onProblem: (message: string) => void
}

/** Reads codes and keeps the screen on, until the returned function is called. */
const openCamera = (video: HTMLVideoElement, deviceId: string, events: Events) => {
  const decoder = makeDecoder()
  const canvas = document.createElement('canvas')
  let stream: MediaStream | undefined
  let lock: WakeLockSentinel | undefined
  let isStopped = false
  const stop = () => {
    isStopped = true
    decoder.stop()
    for (const track of stream?.getTracks() ?? []) {
      track.stop()
    }
    void lock?.release()
  }
  const start = async () => {
    stream = await openStream(deviceId)
    video.srcObject = stream
    await video.play()
    lock = await navigator.wakeLock?.request('screen').catch(() => undefined)
    events.onStart(stream.getVideoTracks()[0])
  }
  const read = async () => {
    while (!isStopped && stream?.active) {
      const frame = grabFrame(video, canvas)
      const { text, isBroken } = frame ? await decoder.decode(frame) : {}
      if (isBroken) {
        throw new DOMException('', 'DecoderError')
      }
      if (text && !isStopped) {
        events.onRead(text)
      }
      await new Promise((wait) => setTimeout(wait, pauseMs))
    }
  }
  const run = async () => {
    let message = otherProblem
    try {
      await start()
      await read()
    } catch (error) {
      message = problems[error instanceof Error ? error.name : ''] ?? otherProblem
    }
    if (!isStopped) {
      events.onProblem(message)
    }
    // The stream may have opened after the stop.
    stop()
  }
  void run()
  return stop
}

/** Undefined is off, and an empty text is the back camera. */
type Choice = { deviceId: string } | undefined

export const useCamera = (onRead: (text: string) => void) => {
  const video = useRef<HTMLVideoElement>(null)
  const latestOnRead = useRef(onRead)
  latestOnRead.current = onRead
  const [choice, setChoice] = useState<Choice>()
  const [track, setTrack] = useState<MediaStreamTrack>()
  const [problem, setProblem] = useState('')
  useEffect(() => {
    if (!choice || !video.current) {
      return
    }
    const stop = openCamera(video.current, choice.deviceId, {
      onStart: setTrack,
      onRead: (text) => latestOnRead.current(text),
      onProblem: (message) => {
        setProblem(message)
        setChoice(undefined)
      },
    })
    // Phones stop the camera while another app is in front.
    const restart = () => {
      if (document.visibilityState === 'visible') {
        setChoice({ ...choice })
      }
    }
    document.addEventListener('visibilitychange', restart)
    return () => {
      document.removeEventListener('visibilitychange', restart)
      stop()
      setTrack(undefined)
    }
  }, [choice])
  const choose = (deviceId: string) => {
    setProblem('')
    setChoice({ deviceId })
  }
  return { video, track, isOn: choice !== undefined, problem, choose }
}

export const listCameras = async (): Promise<MediaDeviceInfo[]> => {
  const devices = await navigator.mediaDevices.enumerateDevices()
  return devices.filter(({ kind }) => kind === 'videoinput')
}

export const hasTorch = (track: MediaStreamTrack): boolean => {
  const capabilities: MediaTrackCapabilities & { torch?: boolean } = track.getCapabilities?.() ?? {}
  return capabilities.torch === true
}

export const switchTorch = (track: MediaStreamTrack, torch: boolean): Promise<void> => {
  const constraint: MediaTrackConstraintSet & { torch: boolean } = { torch }
  return track.applyConstraints({ advanced: [constraint] })
}
