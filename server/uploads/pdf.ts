/** How far from the end readers look for a PDF's end mark; a file that was cut short has none there. */
const tailBytes = 1_024

/**
 * Whether this is a document: it begins as a PDF and ends as one, holds an object, and says where its table of
 * objects is (behaviour 6.4, 6.13). Nothing of it is unpacked.
 */
export const isPdf = (bytes: Buffer): boolean => {
  if (!/^%PDF-[12]\.\d/.test(bytes.toString('latin1', 0, 8))) return false
  const table = bytes.lastIndexOf('startxref')
  const object = bytes.indexOf(' obj')
  return (
    bytes.subarray(-tailBytes).includes('%%EOF') &&
    object > 0 &&
    bytes.indexOf('endobj', object) > 0 &&
    table > object &&
    /^startxref\s{1,4}\d{1,10}\s/.test(bytes.toString('latin1', table, table + 30))
  )
}
