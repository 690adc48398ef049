import { encode } from 'uqr'

/** A QR code as one SVG path of unit squares, its quiet zone included. */
export interface QrDrawing {
  /** Width and height, in squares. */
  size: number
  path: string
}

/** The light margin that readers need, in squares (ISO/IEC 18004). */
const quietZone = 4

/** Draws a text as a QR code that still reads with a seventh of it hidden. */
export const drawQr = (text: string): QrDrawing => {
  const { data, size } = encode(text, { ecc: 'M', border: quietZone })
  let path = ''
  data.forEach((row, y) => {
    for (let x = 0; x < size; x += 1) {
      if (!row[x]) continue
      const start = x
      while (row[x + 1]) x += 1
      path += `M${start} ${y}h${x - start + 1}v1h-${x - start + 1}z`
    }
  })
  return { size, path }
}
