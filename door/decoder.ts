/// <reference lib="webworker" />

import { prepareDecoder, readCode } from './read-code'

declare const self: DedicatedWorkerGlobalScope

self.onmessage = async ({ data }: MessageEvent<ImageData>) => {
  // Unlike rejections, reported errors reach the page.
  await prepareDecoder().catch(reportError)
  // An unreadable frame must not stop the camera.
  self.postMessage(await readCode(data).catch(() => undefined))
}
