import { saveFile } from './device/save-file'
import { plateAddress } from './plate'

export interface Ticket {
  id: string
  idLabel: string
  title: string
  /** Days, place and status. */
  lines: readonly string[]
}

const width = 1080
const margin = 90
const plateSize = { width: 480, height: 600 }

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
    { text: id, font: `600 ${id.length > 12 ? 92 : 120}px ${sans}`, height: 140, colour: '--ink' },
    { text: title, font: `500 64px ${display}`, height: 84, colour: '--ink' },
    ...lines.map((text) => ({ text, font: `400 40px ${sans}`, height: 58, colour: '--ink' })),
  ].flatMap(({ text, ...look }) => {
    pen.font = look.font
    return wrap(pen, text, width - 2 * margin).map((line) => ({ ...look, text: line }))
  })
  const top = margin + plateSize.height + 40
  canvas.width = width
  canvas.height = texts.reduce((sum, { height }) => sum + height, top) + margin
  pen.fillStyle = page.getPropertyValue('--leaf')
  pen.fillRect(0, 0, canvas.width, canvas.height)
  if (drawing) {
    pen.drawImage(drawing, (width - plateSize.width) / 2, margin)
  }
  let y = top
  for (const { text, font, height, colour } of texts) {
    y += height
    pen.font = font
    pen.fillStyle = page.getPropertyValue(colour)
    pen.fillText(text, margin, y)
  }
  canvas.toBlob((picture) => picture && saveFile(picture, `${id.replaceAll(' ', '')}.png`))
}
