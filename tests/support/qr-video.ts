import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { correction, generate, mode } from 'lean-qr'

export interface VideoPart {
  /** The text of the QR code, or an empty text for a grey picture. */
  text: string
  seconds: number
}

const width = 640
const height = 480
const framesPerSecond = 5
/** In pixels per square. The code is 21 squares wide. */
const scale = 12

const drawFrame = (text: string): Buffer => {
  const luma = Buffer.alloc(width * height, 200)
  if (text === '') {
    return luma
  }
  const code = generate(mode.alphaNumeric(text), {
    minCorrectionLevel: correction.Q,
    maxCorrectionLevel: correction.Q,
  })
  const left = (width - code.size * scale) / 2
  const top = (height - code.size * scale) / 2
  for (let y = 0; y < code.size * scale; y += 1) {
    for (let x = 0; x < code.size * scale; x += 1) {
      const isDark = code.get(Math.floor(x / scale), Math.floor(y / scale))
      luma[Math.floor(top + y) * width + Math.floor(left + x)] = isDark ? 20 : 235
    }
  }
  return luma
}

/** Writes a Y4M video, which Chromium plays as its camera in an endless loop. */
export const writeQrVideo = async (file: string, parts: readonly VideoPart[]): Promise<void> => {
  const stream = createWriteStream(file)
  stream.write(`YUV4MPEG2 W${width} H${height} F${framesPerSecond}:1 Ip A1:1 C420jpeg\n`)
  const chroma = Buffer.alloc((width * height) / 2, 128)
  for (const { text, seconds } of parts) {
    const frame = Buffer.concat([Buffer.from('FRAME\n'), drawFrame(text), chroma])
    for (let count = 0; count < seconds * framesPerSecond; count += 1) {
      stream.write(frame)
    }
  }
  stream.end()
  await once(stream, 'finish')
}
