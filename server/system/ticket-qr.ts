import { correction, generate, mode } from 'lean-qr'
import { toPngBuffer } from 'lean-qr/extras/node_export'
import { toSvgPath } from 'lean-qr/extras/svg'

/** Makes the smallest code that door phones can still read if a fifth of it is damaged. */
const makeQr = (code: string) =>
  generate(mode.alphaNumeric(code), {
    minCorrectionLevel: correction.Q,
    maxCorrectionLevel: correction.Q,
  })

/** Returns an SVG path of unit squares, without the quiet zone. */
export const traceTicketQr = (code: string): string => toSvgPath(makeQr(code))

/** Pixels per square. Mail programs show the picture at half this size or less. */
const scale = 16

/** Has a white quiet zone, because mail programs may show it on a dark background. */
export const paintTicketQr = (code: string): Buffer =>
  Buffer.from(toPngBuffer(makeQr(code), { on: [0, 0, 0], off: [255, 255, 255], scale }))
