// Type numbers of Postgres that never change (pg_type.dat).
const [TEXT, UUID] = [25, 2950]
const HEADER = 20

/** A `text[]` parameter, in Postgres' binary form: nothing to escape here and to take apart there, unlike `{"…"}`. */
export function textArray(values: readonly string[]): Buffer {
  let size = HEADER
  for (const value of values) size += 4 + Buffer.byteLength(value)
  const array = arrayOf(TEXT, values.length, size)
  let at = HEADER
  for (const value of values) {
    const length = array.write(value, at + 4)
    array.writeInt32BE(length, at)
    at += 4 + length
  }
  return array
}

/** A `uuid[]` parameter in binary form; the ids are taken to be UUIDs as `checkAppend` wants them. */
export function uuidArray(ids: readonly string[]): Buffer {
  const array = arrayOf(UUID, ids.length, HEADER + 20 * ids.length)
  for (const [index, id] of ids.entries()) {
    const at = HEADER + 20 * index
    array.writeInt32BE(16, at)
    array.write(id.replaceAll('-', ''), at + 4, 'hex')
  }
  return array
}

/** An array of one dimension that begins at 1 and holds no null; its elements are still to be written. */
function arrayOf(type: number, length: number, size: number): Buffer {
  const array = Buffer.allocUnsafe(size)
  for (const [index, field] of [1, 0, type, length, 1].entries()) array.writeInt32BE(field, 4 * index)
  return array
}
