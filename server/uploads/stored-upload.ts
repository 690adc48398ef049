interface Named {
  public_id?: unknown
  format?: unknown
}

/** The name under which an upload lies in our file store. */
export const storedName = (upload: Named): string => `${upload.public_id}.${upload.format}`

/** Whether an upload is among these files. What a crash left half written says nothing. */
export const holdsUploads = async (files: AsyncIterable<{ name: string }>): Promise<boolean> => {
  for await (const { name } of files) if (/^[\w-]{32}\.(?:jpg|png|webp|pdf)$/.test(name)) return true
  return false
}
