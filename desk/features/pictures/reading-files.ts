import { deskPage } from '../../../festival/contract/pages'

/** The version in the folder's name makes the files immutable. */
export const readingFolder = 'assets/tesseract-7.0.0'

export const readingFiles = {
  worker: 'worker.min.js',
  core: 'tesseract-core-simd-lstm.js',
  wasm: 'tesseract-core-simd-lstm.wasm',
  letters: 'eng.traineddata',
} as const

export const readingAddress = (origin: string, file = ''): string =>
  `${origin}${deskPage}/${readingFolder}${file && `/${file}`}`
