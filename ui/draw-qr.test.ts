import decodeQr from 'qr/decode.js'
import { expect, it } from 'vitest'
import { makeUpiText } from '../festival/payment/upi'
import { drawQr, type QrDrawing } from './draw-qr'

const scale = 4

/** Paints a drawing in RGBA as a camera would see it, with dark squares on light. */
const paint = ({ size, path }: QrDrawing) => {
  const side = size * scale
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255)
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let row = Number(y) * scale; row < (Number(y) + 1) * scale; row += 1) {
      for (
        let column = Number(x) * scale;
        column < (Number(x) + Number(width)) * scale;
        column += 1
      ) {
        pixels.fill(0, (row * side + column) * 4, (row * side + column) * 4 + 3)
      }
    }
  }
  return { pixels, side }
}

it('draws a readable QR code with the exact amount and a note with the reference', () => {
  const text = makeUpiText(
    { id: 'cerebra@placeholder', name: 'Cerebra Festival' },
    { amount: 600, note: 'K7Q4M2 Cerebra', transactionReference: 'K7Q4M2BC' },
  )
  const { pixels, side } = paint(drawQr(text))
  expect(decodeQr({ data: pixels, width: side, height: side })).toBe(
    'upi://pay?pa=cerebra@placeholder&pn=Cerebra%20Festival&am=600.00&cu=INR&tn=K7Q4M2%20Cerebra',
  )
})

it('leaves a margin of four light squares around the QR code', () => {
  const { size, path } = drawQr('upi://pay')
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)/g)) {
    expect(Number(x)).toBeGreaterThanOrEqual(4)
    expect(Number(x) + Number(width)).toBeLessThanOrEqual(size - 4)
    expect(Number(y)).toBeGreaterThanOrEqual(4)
    expect(Number(y)).toBeLessThan(size - 4)
  }
})
