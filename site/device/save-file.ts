/** How long the file's address stays, in milliseconds. */
const urlLifetimeMs = 60_000

export const saveFile = (content: Blob, name: string) => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // Some browsers read it only later; Safari for one cancels a download whose address is gone.
  setTimeout(() => URL.revokeObjectURL(link.href), urlLifetimeMs)
}
