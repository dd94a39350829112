const [LF, CR, QUOTE] = [0x0a, 0x0d, 0x22]
const BOM = Buffer.from('\ufeff')

/**
 * Makes Postgres' CSV a file that Excel opens as it is meant, chunk by chunk: a byte order mark before it, by which Excel
 * reads UTF-8, and CRLF where a line ends. A line break within quotation marks is part of its cell and stays.
 */
export function excelBytes(): (chunk: Buffer) => Buffer {
  let isQuoted = false
  let isBegun = false
  return (chunk) => {
    const written = Buffer.allocUnsafe(BOM.length + 2 * chunk.length)
    let length = isBegun ? 0 : BOM.copy(written)
    isBegun = true
    for (const byte of chunk) {
      if (byte === QUOTE) isQuoted = !isQuoted
      if (byte === LF && !isQuoted) written[length++] = CR
      written[length++] = byte
    }
    return written.subarray(0, length)
  }
}
