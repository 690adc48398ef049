import type { Page } from '@playwright/test'

/** How a phone or a messenger changes a picture. */
export interface Reencoding {
  name: string
  type: 'image/png' | 'image/jpeg' | 'image/webp'
  quality: number
  scale: number
  /** Parts of the height that are cut off. */
  top: number
  bottom: number
}

const whole = { type: 'image/jpeg', quality: 0.7, scale: 1, top: 0, bottom: 0 } as const

/** The first is the picture as it was taken. */
export const reencodings: readonly Reencoding[] = [
  { ...whole, name: 'as taken', type: 'image/png' },
  { ...whole, name: 'JPEG 90', quality: 0.9 },
  { ...whole, name: 'JPEG 60', quality: 0.6 },
  { ...whole, name: 'JPEG 30', quality: 0.3 },
  { ...whole, name: 'JPEG 60, 0.6 times as wide', quality: 0.6, scale: 0.6 },
  { ...whole, name: 'JPEG 80, 1.7 times as wide', quality: 0.8, scale: 1.7 },
  { ...whole, name: 'WebP 60, 0.8 times as wide', type: 'image/webp', quality: 0.6, scale: 0.8 },
  { ...whole, name: 'JPEG 70, 4 % cut off above', top: 0.04 },
  { ...whole, name: 'JPEG 70, 3 % above and 5 % below', scale: 0.8, top: 0.03, bottom: 0.05 },
]

/** Has the browser's own encoder write a picture anew. */
export const reencode = async (page: Page, png: Uint8Array, how: Reencoding): Promise<Uint8Array<ArrayBuffer>> => {
  const text = await page.evaluate(
    async ({ source, type, quality, scale, top, bottom }) => {
      const bytes = Uint8Array.from(atob(source), (character) => character.charCodeAt(0))
      const picture = await createImageBitmap(new Blob([bytes]))
      const kept = picture.height * (1 - top - bottom)
      const canvas = new OffscreenCanvas(Math.round(picture.width * scale), Math.round(kept * scale))
      const context = canvas.getContext('2d')
      if (context) context.imageSmoothingQuality = 'high'
      context?.drawImage(picture, 0, picture.height * top, picture.width, kept, 0, 0, canvas.width, canvas.height)
      const blob = await canvas.convertToBlob({ type, quality })
      let written = ''
      for (const byte of new Uint8Array(await blob.arrayBuffer())) written += String.fromCharCode(byte)
      return btoa(written)
    },
    { source: Buffer.from(png).toString('base64'), ...how },
  )
  return new Uint8Array(Buffer.from(text, 'base64'))
}
