interface Named {
  public_id?: unknown
  format?: unknown
  secure_url?: unknown
}

/** The name under which an upload lies in our file store. */
export const storedName = (upload: Named): string => `${upload.public_id}.${upload.format}`

/** Whether we keep the file ourselves; one that was handed on to an image host is out of our hands. */
export const isStoredHere = (upload: Named): boolean =>
  String(upload.secure_url).endsWith(`/files/${storedName(upload)}`)
