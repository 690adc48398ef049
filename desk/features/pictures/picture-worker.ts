import { createWorker, OEM, PSM, type Worker } from 'tesseract.js'
import { readPaymentPicture } from '../../../festival/picture/read-payment-picture'
import type { PictureRequest, PictureResult } from './reading'
import { readingAddress, readingFiles } from './reading-files'

// Only this worker decodes pictures sent by strangers.
addEventListener('message', async ({ data }: MessageEvent<PictureRequest>) => {
  try {
    postMessage(await readPicture(data))
  } catch (error) {
    postMessage({ outcome: 'failed', reason: String(error) } satisfies PictureResult)
  }
})

const readPicture = async (request: PictureRequest): Promise<PictureResult> => {
  const canvas = await drawPicture(request).catch(() => undefined)
  if (!canvas) {
    return { outcome: 'broken' }
  }
  const picture = await canvas.convertToBlob()
  const { data } = await (await openEngine()).recognize(picture)
  // Tesseract reports its confidence as a percentage.
  return {
    outcome: 'read',
    facts: readPaymentPicture(data.text),
    confidence: data.confidence / 100,
  }
}

/** @throws Error if the browser cannot show the picture */
const drawPicture = async ({
  picture,
  size: { width, height },
}: PictureRequest): Promise<OffscreenCanvas> => {
  const bitmap = await createImageBitmap(picture, {
    resizeWidth: width,
    resizeHeight: height,
    resizeQuality: 'high',
  })
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) {
    throw new Error('This browser draws nothing outside of a page.')
  }
  // Transparent pictures are shown on white, as on the page.
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, width, height)
  context.drawImage(bitmap, 0, 0)
  bitmap.close()
  return canvas
}

let engine: Promise<Worker> | undefined

/** If loading fails, the next picture tries again. */
const openEngine = (): Promise<Worker> => {
  const { origin } = self.location
  engine ??= createWorker('eng', OEM.LSTM_ONLY, {
    workerPath: readingAddress(origin, readingFiles.worker),
    corePath: readingAddress(origin, readingFiles.core),
    langPath: readingAddress(origin),
    // The Content-Security-Policy forbids workers from blobs.
    workerBlobURL: false,
    // The HTTP cache keeps the files. A copy in IndexedDB would only take space.
    cacheMethod: 'none',
    gzip: false,
  }).then(async (worker) => {
    // Screenshots mix text of very different sizes.
    await worker.setParameters({ tessedit_pageseg_mode: PSM.AUTO })
    return worker
  })
  engine.catch(() => {
    engine = undefined
  })
  return engine
}
