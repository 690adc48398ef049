import { correction, generate } from 'lean-qr/nano'

/** `path` is one SVG path of unit squares. `size` includes the quiet zone. */
export interface QrDrawing {
  size: number
  path: string
}

/** Width in squares (ISO/IEC 18004). */
const quietZone = 4

/** The code remains readable if a seventh of it is covered. */
export const drawQr = (text: string): QrDrawing => {
  const code = generate(text, { minCorrectionLevel: correction.M })
  let path = ''
  for (let y = 0; y < code.size; y += 1) {
    for (let x = 0; x < code.size; x += 1) {
      if (!code.get(x, y)) {
        continue
      }
      const start = x
      while (code.get(x + 1, y)) {
        x += 1
      }
      const width = x - start + 1
      path += `M${start + quietZone} ${y + quietZone}h${width}v1h-${width}z`
    }
  }
  return { size: code.size + 2 * quietZone, path }
}
