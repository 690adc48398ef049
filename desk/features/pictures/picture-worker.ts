import { readPaymentPicture } from '../../../festival/picture/read-payment-picture'
import { makePrint, readPrint, writePrint } from './picture-print'
import type { PictureAnswer, PictureQuestion } from './picture-reader'
import { PrintShelf } from './print-shelf'
import { recogniseText } from './recognise-text'
import { unpackPicture } from './unpack-picture'

const shelf = new PrintShelf()

/** The print as it is kept, and which pictures look the same. */
const compare = ({ proof, submission }: PictureQuestion & { kind: 'read' }, canvas: OffscreenCanvas) => {
  const { width, height } = canvas
  const data = canvas.getContext('2d')?.getImageData(0, 0, width, height).data
  const print = data && makePrint({ width, height, data })
  const text = print && writePrint(print)
  return print && text ? { print: text, alike: shelf.add({ proof, submission, print }, true) } : { alike: [] }
}

const answer = async (question: PictureQuestion): Promise<PictureAnswer> => {
  if (question.kind === 'learn') {
    const alike = question.prints.flatMap(({ proof, submission, data }) => {
      const print = readPrint(data)
      return print ? shelf.add({ proof, submission, print }, false) : []
    })
    return { outcome: 'learnt', alike }
  }
  const canvas = await unpackPicture(question.picture, question.size).catch(() => undefined)
  if (!canvas) return { outcome: 'broken' }
  const { text, confidence } = await recogniseText(await canvas.convertToBlob())
  return { outcome: 'read', facts: readPaymentPicture(text), confidence, ...compare(question, canvas) }
}

// Pictures of strangers are unpacked here, and nowhere else.
addEventListener('message', async ({ data }: MessageEvent<PictureQuestion>) => {
  try {
    postMessage(await answer(data))
  } catch (error) {
    postMessage({ outcome: 'failed', reason: String(error) } satisfies PictureAnswer)
  }
})
