const urlLifetimeMs = 60_000

export const saveFile = (content: Blob, name: string) => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // Safari cancels a download if its URL is revoked immediately.
  setTimeout(() => URL.revokeObjectURL(link.href), urlLifetimeMs)
}
