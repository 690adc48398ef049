import { useState } from 'react'
import { maxFileBytes, smallFileBytes } from '../festival/forms/upload'
import { Button } from '../ui/button'
import { focusField } from '../ui/field'

/**
 * In pixels: the longer side in the first attempt, as in a screenshot, so that text stays legible.
 */
const firstSide = 2400
/** Lower quality keeps text more legible than fewer pixels. */
const qualities = [0.85, 0.6]

const drawAt = (image: HTMLImageElement, side: number, quality: number): Promise<Blob | null> => {
  const scale = Math.min(1, side / Math.max(image.naturalWidth, image.naturalHeight))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(image.naturalWidth * scale)
  canvas.height = Math.round(image.naturalHeight * scale)
  const pen = canvas.getContext('2d')
  if (!pen) {
    return Promise.resolve(null)
  }
  // JPEG has no transparency, so make the background white.
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.drawImage(image, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
}

/**
 * Re-encodes a picture as a JPEG of at most `maxBytes`, without metadata. Returns undefined if the
 * browser cannot decode the picture.
 */
const shrinkPicture = async (picture: File, maxBytes: number): Promise<File | undefined> => {
  const address = URL.createObjectURL(picture)
  try {
    const image = new Image()
    image.src = address
    await image.decode()
    for (let side = firstSide; side > 300; side = Math.round(side / 1.5)) {
      for (const quality of qualities) {
        const content = await drawAt(image, side, quality)
        if (content && content.size <= maxBytes) {
          return new File([content], picture.name.replace(/(?:\.\w+)?$/, '.jpg'), {
            type: content.type,
          })
        }
      }
    }
  } catch {
    // The browser cannot decode this file.
  } finally {
    URL.revokeObjectURL(address)
  }
  return undefined
}

export default ({
  path,
  oversized,
  choose,
}: {
  path: string
  oversized: File
  choose: (smaller: File) => Promise<void>
}) => {
  const [isBusy, setIsBusy] = useState(false)
  const [failed, setFailed] = useState<File>()
  if (oversized.type === 'application/pdf' || failed === oversized) {
    return (
      <p className="text-sm">
        {oversized.type === 'application/pdf' ? 'A PDF' : 'This file'} cannot be made smaller here.
        Choose a smaller one, or a screenshot of it.
      </p>
    )
  }
  const shrink = async () => {
    setIsBusy(true)
    const smaller = await shrinkPicture(
      oversized,
      oversized.size > maxFileBytes ? maxFileBytes : smallFileBytes,
    )
    setIsBusy(false)
    if (!smaller) {
      return setFailed(oversized)
    }
    await choose(smaller)
    focusField(path)
  }
  return (
    <Button shape="secondary" disabled={isBusy} onClick={() => void shrink()}>
      {isBusy ? 'Making it smaller...' : 'Make it smaller'}
    </Button>
  )
}
