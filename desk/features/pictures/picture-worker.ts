import { readPaymentPicture } from '../../../festival/picture/read-payment-picture'
import type { PictureAnswer, PictureQuestion } from './picture-reader'
import { recogniseText } from './recognise-text'
import { unpackPicture } from './unpack-picture'

const answer = async ({ picture, size }: PictureQuestion): Promise<PictureAnswer> => {
  const canvas = await unpackPicture(picture, size).catch(() => undefined)
  if (!canvas) return { outcome: 'broken' }
  const { text, confidence } = await recogniseText(await canvas.convertToBlob())
  return { outcome: 'read', facts: readPaymentPicture(text), confidence }
}

// Pictures of strangers are unpacked here, and nowhere else.
addEventListener('message', async ({ data }: MessageEvent<PictureQuestion>) => {
  try {
    postMessage(await answer(data))
  } catch (error) {
    postMessage({ outcome: 'failed', reason: String(error) } satisfies PictureAnswer)
  }
})
