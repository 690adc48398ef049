const copyAddress = async (url: string) => {
  try {
    await navigator.clipboard.writeText(url)
    return 'Link copied'
  } catch {
    return 'Copy the address above'
  }
}

/**
 * Hands the page's address to the system's share sheet, and copies it where there is none (behaviour 11.7).
 * @returns what to tell the visitor; nothing where the sheet itself told them.
 */
export const shareAddress = async (title: string, text: string): Promise<string> => {
  const url = window.location.origin + window.location.pathname
  if (!navigator.share) return copyAddress(url)
  try {
    await navigator.share({ title, text, url })
  } catch (error) {
    const isDismissed = error instanceof DOMException && error.name === 'AbortError'
    if (!isDismissed) return copyAddress(url)
  }
  return ''
}
