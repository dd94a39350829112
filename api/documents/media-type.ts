import { fileTypeFromBuffer } from 'file-type'
import { asLine, canonicalLine } from '#domain/kernel/text.ts'
import { DOCUMENT_TYPES } from '#api/money/contracts/choices.ts'

/** What a file is, when the end of its name and its bytes say the same; undefined for all else. */
export async function mediaTypeOf(fileName: string, bytes: Buffer): Promise<string | undefined> {
  const end = /\.([a-z]+)$/i.exec(fileName)?.[1]?.toLowerCase()
  const type = Object.entries(DOCUMENT_TYPES).find(([extension]) => extension === end)?.[1]
  const found = await fileTypeFromBuffer(bytes)
  return found !== undefined && found.mime === type ? type : undefined
}

/** A name as people may be shown it again: no folders, nothing that cannot be seen, 200 characters at most. */
export function plainName(fileName = ''): string {
  const name = fileName.split(/[\\/]/).at(-1) ?? ''
  const plain = canonicalLine(asLine(name))
  return (plain.length <= 200 ? plain : plain.slice(-200)).toWellFormed()
}
