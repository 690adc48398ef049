import { createWorker, OEM, PSM, type Worker } from 'tesseract.js'
import { readingAddress, readingFiles } from './reading-files'

/** Text as it was recognised, and how sure of it Tesseract is, 0 to 1. */
export interface RecognisedText {
  text: string
  confidence: number
}

let engine: Promise<Worker> | undefined

/** Loads WebAssembly and letters once; a load that failed is tried again with the next picture. */
const openEngine = (): Promise<Worker> => {
  const { origin } = self.location
  engine ??= createWorker('eng', OEM.LSTM_ONLY, {
    workerPath: readingAddress(origin, readingFiles.worker),
    corePath: readingAddress(origin, readingFiles.core),
    langPath: readingAddress(origin),
    // A worker made of a blob is not allowed here.
    workerBlobURL: false,
    // The browser keeps the files; a second copy in a database of its own would only take space.
    cacheMethod: 'none',
    gzip: false,
  }).then(async (worker) => {
    // Screens have texts of very different sizes beside one another.
    await worker.setParameters({ tessedit_pageseg_mode: PSM.AUTO })
    return worker
  })
  engine.catch(() => {
    engine = undefined
  })
  return engine
}

export const recogniseText = async (picture: Blob): Promise<RecognisedText> => {
  const worker = await openEngine()
  const { data } = await worker.recognize(picture)
  return { text: data.text, confidence: data.confidence / 100 }
}
