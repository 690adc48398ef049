const table = Uint32Array.from({ length: 256 }, (_, start) => {
  let value = start
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})

/** The checksum that closes every block of a PNG; Node has one of its own only from version 22.2. */
export const crc32 = (bytes: Uint8Array): number => {
  let sum = 0xffffffff
  for (const byte of bytes) sum = (sum >>> 8) ^ (table[(sum ^ byte) & 255] ?? 0)
  return (sum ^ 0xffffffff) >>> 0
}
