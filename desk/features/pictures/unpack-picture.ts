/** A picture's measures in pixels. */
export interface Size {
  width: number
  height: number
}

/** Wide enough that the letters of every app are read; more would only take longer. */
const readWidth = 810
/** A long screenshot's end says nothing of a payment. */
const readHeight = 4 * readWidth

/** As large as it is read: narrow pictures are enlarged, and none has more than 2.6 million pixels. */
export const readSize = ({ width, height }: Size): Size => {
  const scale = Math.min(readWidth / width, readHeight / height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** Unpacks a picture no larger than it is read. @throws Error where the browser cannot show it */
export const unpackPicture = async (picture: Blob, size: Size): Promise<OffscreenCanvas> => {
  const { width, height } = readSize(size)
  const bitmap = await createImageBitmap(picture, { resizeWidth: width, resizeHeight: height, resizeQuality: 'high' })
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('This browser draws nothing outside of a page.')
  // What lets light through is shown on white, as on the page.
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, width, height)
  context.drawImage(bitmap, 0, 0)
  bitmap.close()
  return canvas
}
