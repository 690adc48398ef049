/** In pixels. At this size, a code that fills a fifth of a frame can still be read. */
const maxFrameSide = 800
const pauseMs = 40

const problems = {
  notAllowed:
    'This page is not allowed to use the camera. Allow it in the browser’s settings, then start the camera again. Until then, search by name.',
  noDecoder: 'This browser cannot read codes. Update it, or search by name.',
  other:
    'The camera does not work. Close other apps that use it, then start it again. Until then, search by name.',
}

/** Copies the square in the middle of the picture. */
const grabFrame = (video: HTMLVideoElement, context: CanvasRenderingContext2D): ImageData => {
  const { videoWidth, videoHeight } = video
  const square = Math.min(videoWidth, videoHeight)
  // The video has no size before its first frame.
  const side = Math.min(square, maxFrameSide) || 1
  context.canvas.width = side
  context.canvas.height = side
  const left = (videoWidth - square) / 2
  const top = (videoHeight - square) / 2
  context.drawImage(video, left, top, square, square, 0, 0, side, side)
  return context.getImageData(0, 0, side, side)
}

interface Events {
  onStart: (track: MediaStreamTrack | undefined) => void
  onRead: (text: string) => void
  onProblem: (message: string) => void
}

/**
 * Reads codes and keeps the screen on, until the returned function is called. An empty `deviceId`
 * selects the back camera.
 */
export const openCamera = (
  view: HTMLVideoElement,
  deviceId: string,
  { onStart, onRead, onProblem }: Events,
) => {
  // Vite bundles the worker only if its URL is written inline.
  const decoder = new Worker(new URL('./decoder.ts', import.meta.url), { type: 'module' })
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  let stream: MediaStream | undefined
  let lock: WakeLockSentinel | undefined
  let isStopped = false
  const stop = () => {
    isStopped = true
    decoder.terminate()
    for (const track of stream?.getTracks() ?? []) {
      track.stop()
    }
    void lock?.release()
  }
  const fail = (problem: string) => {
    if (!isStopped) {
      onProblem(problem)
    }
    // The stream might have opened after `stop` was called.
    stop()
  }
  const readFrame = () => {
    if (stream?.active && context) {
      const frame = grabFrame(view, context)
      decoder.postMessage(frame, [frame.data.buffer])
    } else {
      fail(problems.other)
    }
  }
  decoder.onerror = () => fail(problems.noDecoder)
  decoder.onmessage = ({ data }) => {
    if (data) {
      onRead(data)
    }
    setTimeout(readFrame, pauseMs)
  }
  const start = async () => {
    const device = deviceId ? { deviceId } : { facingMode: 'environment' }
    const video = { ...device, width: 1280, height: 720 }
    stream = await navigator.mediaDevices.getUserMedia({ video })
    lock = await navigator.wakeLock?.request('screen').catch(() => undefined)
    if (!isStopped) {
      onStart(stream.getVideoTracks()[0])
      view.srcObject = stream
      await view.play()
    }
    readFrame()
  }
  start().catch(({ name }) =>
    fail(name === 'NotAllowedError' ? problems.notAllowed : problems.other),
  )
  return stop
}

export const canLight = (track: MediaStreamTrack): boolean => {
  const capabilities: MediaTrackCapabilities & { torch?: boolean } = track.getCapabilities?.() ?? {}
  return capabilities.torch === true
}

export const switchTorch = (track: MediaStreamTrack, torch: boolean): Promise<void> => {
  const constraint: MediaTrackConstraintSet & { torch: boolean } = { torch }
  return track.applyConstraints({ advanced: [constraint] })
}
