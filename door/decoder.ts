/// <reference lib="webworker" />

import { prepareDecoder, readCode } from './read-code'

declare const self: DedicatedWorkerGlobalScope

self.onmessage = async ({ data }: MessageEvent<ImageData>) => {
  // Reported errors reach the page, unlike rejections.
  await prepareDecoder().catch(reportError)
  // A frame that cannot be read must not stop the camera.
  self.postMessage(await readCode(data).catch(() => undefined))
}
