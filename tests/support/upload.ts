import { type ClientRequest, request } from 'node:http'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Answer, Caller, DemoApp } from './demo-app.ts'

const LINE = '----------------------------a-boundary-of-tests'

/** What stands before the bytes of a file in a form. */
export const headOf = (name: string, field = 'file') =>
  `--${LINE}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: text/html\r\n\r\n`
const END = `\r\n--${LINE}--\r\n`

const headersOf = (by: Caller, key?: string) => ({
  authorization: `Bearer ${by.token}`,
  'content-type': `multipart/form-data; boundary=${LINE}`,
  ...(key === undefined ? {} : { 'idempotency-key': key }),
})

type UploadOptions = { readonly key?: string; readonly field?: string }

/** A whole upload. */
export function upload(
  demo: DemoApp,
  by: Caller,
  name: string,
  bytes: Buffer,
  { key, field }: UploadOptions = {},
): Promise<Answer> {
  return demo.app.inject({
    method: 'POST',
    url: '/api/documents',
    headers: headersOf(by, key),
    payload: Buffer.concat([Buffer.from(headOf(name, field)), bytes, Buffer.from(END)]),
  })
}

/** An upload over a line of its own that is begun, and ended as the test likes; its answer is a status. */
export type BegunUpload = {
  readonly sent: ClientRequest
  readonly status: Promise<number>
  finish(rest?: Buffer): void
}

export function beginUpload(port: number, by: Caller, name: string): BegunUpload {
  const headers = headersOf(by)
  const sent = request({ host: '127.0.0.1', port, method: 'POST', path: '/api/documents', headers, agent: false })
  const status = new Promise<number>((resolve) => {
    sent.on('response', (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    })
    sent.on('error', () => resolve(0))
  })
  sent.write(headOf(name))
  return { sent, status, finish: (rest = Buffer.alloc(0)) => void sent.end(Buffer.concat([rest, Buffer.from(END)])) }
}

/** Every file below the documents folder: drafts, and what is kept. */
export async function filesOf({ dataDir }: DemoApp): Promise<{ drafts: string[]; kept: string[] }> {
  const all = await readdir(join(dataDir, 'documents'), { recursive: true, withFileTypes: true }).catch(() => [])
  const files = all.filter((one) => one.isFile())
  const isDraft = ({ parentPath }: { parentPath: string }) => parentPath.endsWith('drafts')
  return {
    drafts: files.filter(isDraft).map(({ name }) => name),
    kept: files.filter((one) => !isDraft(one)).map(({ name }) => name),
  }
}
