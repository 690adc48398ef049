/// <reference lib="webworker" />

import { prepareDecoder, readCode } from './read-code'

declare const self: DedicatedWorkerGlobalScope

/** The response to each frame. */
export interface Decoded {
  text?: string | undefined
  /** Whether this browser cannot run the decoder. */
  isBroken?: boolean
}

const decode = async (frame: ImageData): Promise<Decoded> => {
  try {
    await prepareDecoder()
  } catch {
    return { isBroken: true }
  }
  // A frame that cannot be read must not stop the camera.
  return { text: await readCode(frame).catch(() => undefined) }
}

self.onmessage = async ({ data }: MessageEvent<ImageData>) => {
  self.postMessage(await decode(data))
}
