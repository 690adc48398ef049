import { identity } from '#edition/identity'
import { saveFile } from './device/save-file'
import { markId, plateAddress } from './plate'

export interface Ticket {
  id: string
  idLabel: string
  title: string
  /** Team, days, place and status. */
  lines: readonly string[]
}

const width = 1080
const margin = 90
const plateSize = { width: 480, height: 600 }
const markSize = 96

const loadImage = async (svg: string): Promise<HTMLImageElement> => {
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
  const image = new Image()
  image.src = address
  await image.decode()
  URL.revokeObjectURL(address)
  return image
}

/** Draws the plate with the colours that it has on the page. */
const loadPlate = async (key: string, shown: Element): Promise<HTMLImageElement> => {
  const style = getComputedStyle(shown)
  const properties = ['--plate-axon', '--plate-mark', '--plate-glow']
    .map((name) => `${name}:${style.getPropertyValue(name) || 'initial'}`)
    .join(';')
  const answer = await fetch(plateAddress(key))
  const svg = await answer.text()
  const { width, height } = plateSize
  return loadImage(
    svg.replace(
      '<svg ',
      `<svg width="${width}" height="${height}" style="color:${style.color};${properties}" `,
    ),
  )
}

const loadMark = (colour: string): Promise<HTMLImageElement> => {
  const drawing = document.getElementById(markId)?.innerHTML
  return loadImage(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="${markSize}" height="${markSize}" style="color:${colour}">${drawing}</svg>`,
  )
}

const wrap = (pen: CanvasRenderingContext2D, text: string, room: number): string[] => {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word
    if (lines.length > 0 && pen.measureText(longer).width <= room) {
      lines[lines.length - 1] = longer
    } else {
      lines.push(word)
    }
  }
  return lines
}

/** Makes the lines as even as possible, so that no word stands alone. */
const balance = (pen: CanvasRenderingContext2D, text: string, room: number): string[] => {
  const { length } = wrap(pen, text, room)
  let even = room
  while (even > 0 && wrap(pen, text, even - 20).length === length) {
    even -= 20
  }
  return wrap(pen, text, even)
}

/** Saves the ticket as a PNG in the theme's colours. `shown` is the plate on the page. */
export const saveTicket = async (
  { id, idLabel, title, lines }: Ticket,
  plate: string,
  shown: Element,
): Promise<void> => {
  // The picture is complete without the drawing.
  const drawing = await loadPlate(plate, shown).catch(() => undefined)
  const page = getComputedStyle(document.documentElement)
  const canvas = document.createElement('canvas')
  const pen = canvas.getContext('2d')
  if (!pen) {
    return
  }
  const display = "'Alegreya', serif"
  const sans = "'Source Sans', sans-serif"
  const texts = [
    { text: idLabel, font: `italic 40px ${display}`, height: 60, colour: '--faded' },
    { text: id, font: `600 ${id.length > 12 ? 92 : 120}px ${sans}`, height: 124, colour: '--ink' },
    { text: title, font: `500 64px ${display}`, height: 76, gap: 40, colour: '--ink' },
    ...lines.map((text) => ({
      text,
      font: `400 40px ${sans}`,
      height: 56,
      gap: 20,
      colour: '--ink',
    })),
  ].flatMap(({ text, gap = 0, height, ...look }) => {
    pen.font = look.font
    return balance(pen, text, width - 2 * margin).map((line, index) => ({
      ...look,
      height: index === 0 ? height + gap : height,
      text: line,
    }))
  })
  const plateTop = margin + markSize + 40
  const top = plateTop + plateSize.height
  canvas.width = width
  canvas.height = texts.reduce((sum, { height }) => sum + height, top) + margin
  pen.fillStyle = page.getPropertyValue('--leaf')
  pen.fillRect(0, 0, canvas.width, canvas.height)
  const ink = page.getPropertyValue('--ink')
  const mark = await loadMark(ink).catch(() => undefined)
  if (mark) {
    pen.drawImage(mark, margin, margin)
  }
  if (drawing) {
    pen.drawImage(drawing, (width - plateSize.width) / 2, plateTop)
  }
  pen.fillStyle = ink
  pen.font = `500 56px ${display}`
  pen.fillText(identity.title, margin + markSize + 28, margin + 68)
  let y = top
  for (const { text, font, height, colour } of texts) {
    y += height
    pen.font = font
    pen.fillStyle = page.getPropertyValue(colour)
    pen.fillText(text, margin, y)
  }
  canvas.toBlob((picture) => picture && saveFile(picture, `${id.replaceAll(' ', '')}.png`))
}
