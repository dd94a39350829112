import { isDiskFull } from '#commands/postgres.ts'

/** The folder of the documents, or the disk below it, does not answer: nothing is known of what is there and what is not. */
export class DocumentsUnreachable extends Error {
  /** What the disk said, in its own short word, which names no place: ENOENT, EACCES, EROFS, EIO. */
  readonly code: string
  constructor(code: string, cause: Error) {
    super(`The folder of the documents cannot be reached (${code})`, { cause })
    this.name = 'DocumentsUnreachable'
    this.code = code
  }
}

/** Some work on the disk. Throws `DocumentsUnreachable` for what the disk says, but for that it is full. */
export async function reaching<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error) || isDiskFull(error)) throw error
    throw new DocumentsUnreachable('code' in error ? String(error.code) : 'unknown', error)
  }
}
