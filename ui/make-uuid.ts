/**
 * Version 4 of RFC 9562. `randomUUID` exists on secure pages only, and a test server may have no
 * TLS.
 */
export const makeUuid = (): string =>
  '10000000-1000-4000-8000-100000000000'.replace(/[018]/g, (digit) => {
    const [random = 0] = crypto.getRandomValues(new Uint8Array(1))
    // The 8 is the variant, with two fixed bits out of four.
    return (digit === '8' ? 8 + (random % 4) : random % 16).toString(16)
  })
