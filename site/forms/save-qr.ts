import { formatRupees } from '../../festival/payment/fee'
import type { Rupees } from '../../festival/payment/money'
import { drawQr } from '../../ui/draw-qr'
import { saveFile } from '../device/save-file'

/** Pixels per QR module. Gallery apps can read far smaller modules. */
const scale = 16
const lineHeight = 44

export interface QrPicture {
  text: string
  amount: Rupees
  payee: string
  reference: string
}

export const saveQr = ({ text, amount, payee, reference }: QrPicture): void => {
  const { size, path } = drawQr(text)
  const side = size * scale
  const words = [`${formatRupees(amount)} to ${payee}`, `Note: ${reference}`]
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side + (words.length + 0.5) * lineHeight
  const pen = canvas.getContext('2d')
  if (!pen) {
    return
  }
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.fillStyle = '#000'
  pen.textAlign = 'center'
  pen.font = '32px sans-serif'
  for (const [index, line] of words.entries()) {
    pen.fillText(line, side / 2, side + index * lineHeight, side)
  }
  pen.scale(scale, scale)
  pen.fill(new Path2D(path))
  canvas.toBlob((picture) => picture && saveFile(picture, `pay-${reference}.png`), 'image/png')
}
