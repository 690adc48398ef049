import { filePath } from '../../festival/api'

interface Named {
  public_id?: unknown
  format?: unknown
  secure_url?: unknown
}

/** The name under which an upload lies in our file store. */
export const storedName = (upload: Named): string => `${upload.public_id}.${upload.format}`

/** Whether we keep the file ourselves; one that was handed on to an image host is out of our hands. */
export const isStoredHere = (upload: Named): boolean => String(upload.secure_url).endsWith(filePath(storedName(upload)))

/** Whether an upload is among these files. What a crash left half written says nothing. */
export const holdsUploads = async (files: AsyncIterable<{ name: string }>): Promise<boolean> => {
  for await (const { name } of files) if (/^[\w-]{32}\.(?:jpg|png|webp|pdf)$/.test(name)) return true
  return false
}
