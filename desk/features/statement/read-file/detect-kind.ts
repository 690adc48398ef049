/** What a file is, by its first bytes; its name says nothing: `.xls` may be a workbook, text or HTML. */
export type FileKind = 'xlsx' | 'xls' | 'text' | 'pdf' | 'picture'

const signatures: readonly [FileKind, readonly number[]][] = [
  ['xlsx', [0x50, 0x4b, 0x03, 0x04]],
  ['xls', [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]],
  ['pdf', [0x25, 0x50, 0x44, 0x46]],
  ['picture', [0x89, 0x50, 0x4e, 0x47]],
  ['picture', [0xff, 0xd8, 0xff]],
]

export const detectKind = (bytes: Uint8Array): FileKind =>
  signatures.find(([, signature]) => signature.every((byte, index) => bytes[index] === byte))?.[0] ?? 'text'
