/**
 * Makes a UUID of version 4 (RFC 9562). `randomUUID` exists on secure pages only, and a test server
 * may have no TLS.
 */
export const makeUuid = (): string =>
  '10000000-1000-4000-8000-100000000000'.replace(/[018]/g, (digit) => {
    const [random = 0] = crypto.getRandomValues(new Uint8Array(1))
    // The 8 is the variant: two of its four bits are fixed.
    return (digit === '8' ? 8 + (random % 4) : random % 16).toString(16)
  })
