import { createCipheriv, createDecipheriv, createHmac, type Hash, randomBytes } from 'node:crypto'
import { sealBytes, unsealBytes } from '#api/sealed-bytes.ts'
import { openRegular } from '#commands/open-regular.ts'

const [IV, TAG] = [12, 16]
const PIECE = 64 * 1024

/** What a person's documents are encrypted under; another one than what their words in the log are. */
export const documentKeyOf = (personKey: Buffer): Buffer => createHmac('sha256', personKey).update('documents').digest()

const nameKeyOf = (personKey: Buffer): Buffer => createHmac('sha256', personKey).update('names of documents').digest()

/** What a document's name belongs to: its file, which the log names by this hash, and the type that it has. */
export type NamedFile = { readonly sha256: string; readonly media_type: string }
const aboutOf = ({ sha256, media_type: type }: NamedFile): string => `chf-document-1\n${sha256}\n${type}`

/** A document's name as its row keeps it: with its file and type, so that no other row's stands in its place. */
export const sealName = (personKey: Buffer, name: string, file: NamedFile): Buffer =>
  sealBytes(nameKeyOf(personKey), Buffer.from(name), aboutOf(file))

/** Undefined where it is under another key, or of another file or type. */
export function openName(personKey: Buffer, sealed: Buffer, file: NamedFile): string | undefined {
  try {
    return unsealBytes(nameKeyOf(personKey), sealed, aboutOf(file)).toString('utf8')
  } catch {
    return undefined
  }
}

/** A key that is used once and kept nowhere. */
export const passingKey = (): Buffer => randomBytes(32)

/** A nonce for content that is encrypted once under its key. */
export const anyIv = (): Buffer => randomBytes(IV)

/**
 * The nonce that derives from a key and the SHA-256 of the content: the same content under the same key is the same file,
 * and no two contents meet in a nonce.
 */
export const ivOf = (key: Buffer, contentHash: Buffer): Buffer =>
  createHmac('sha256', key).update(contentHash).digest().subarray(0, IV)

/** AES-256-GCM piece by piece: nonce, ciphertext, tag. */
export async function* encrypted(
  key: Buffer,
  iv: Buffer,
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Buffer> {
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  yield iv
  for await (const piece of pieces) yield cipher.update(piece)
  yield cipher.final()
  yield cipher.getAuthTag()
}

/** Content as pieces, so that its ciphertext is never in memory as a whole. */
export function* piecesOf(content: Buffer): Generator<Buffer> {
  for (let from = 0; from < content.length; from += PIECE) yield content.subarray(from, from + PIECE)
}

/** How long the content of an encrypted file of so many bytes is. */
export const contentBytes = (fileBytes: number): number => Math.max(0, fileBytes - IV - TAG)

/** A sparse file costs nothing on the disk, and as much memory as it says. */
export function mustBeWithin(most: number, path: string, fileBytes: number): void {
  if (contentBytes(fileBytes) > most) throw new Error(`${path} has more than the ${most} bytes that were kept`)
}

/**
 * The content of an encrypted file, piece by piece; `hash` gets the file's own bytes. Only at its end it is known to be
 * whole and what was written: it throws there when it is not, or is under another key; and at once where it is no file, or
 * one of more than `most` bytes of content.
 */
export async function* decrypted(path: string, key: Buffer, hash: Hash, most: number): AsyncGenerator<Buffer> {
  const file = await openRegular(path)
  try {
    const { size } = await file.stat()
    mustBeWithin(most, path, size)
    const [iv, tag] = [Buffer.alloc(IV), Buffer.alloc(TAG)]
    await file.read(iv, 0, IV, 0)
    await file.read(tag, 0, TAG, Math.max(0, size - TAG))
    hash.update(iv)
    const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG }).setAuthTag(tag)
    const end = IV + contentBytes(size)
    for (let at = IV; at < end;) {
      const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(PIECE), 0, Math.min(PIECE, end - at), at)
      if (bytesRead === 0) throw new Error(`${path} ended while it was read`)
      at += bytesRead
      const read = buffer.subarray(0, bytesRead)
      hash.update(read)
      yield decipher.update(read)
    }
    decipher.final()
    hash.update(tag)
  } finally {
    await file.close()
  }
}
