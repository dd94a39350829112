import type { RawBody } from './hostile.ts'

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const PAGE = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')

/** Files that may be uploaded, as forms send them. */
export const FILES: readonly RawBody[] = [formOf('a.png', PIXEL), formOf('Ọjọ́ ìbí.png', PIXEL), formOf('a.pdf', PAGE)]

function formOf(name: string, bytes: Buffer): RawBody {
  const head = `--b\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`
  return {
    type: 'multipart/form-data; boundary=b',
    bytes: Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--b--\r\n')]),
  }
}
