import { DOCUMENT_TYPES } from '../contracts/billing.ts'

const MARKS: Readonly<Record<string, readonly number[]>> = {
  'application/pdf': [0x25, 0x50, 0x44, 0x46, 0x2d],
  'image/png': [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  'image/jpeg': [0xff, 0xd8, 0xff],
}

/** What a file is, when the end of its name and its first bytes say the same; undefined for all else. */
export function mediaTypeOf(fileName: string, bytes: Buffer): string | undefined {
  const end = /\.([a-z]+)$/i.exec(fileName)?.[1]?.toLowerCase()
  const type = Object.entries(DOCUMENT_TYPES).find(([extension]) => extension === end)?.[1]
  const mark = type === undefined ? undefined : MARKS[type]
  return mark?.every((byte, index) => bytes[index] === byte) === true ? type : undefined
}

/** A name as people may be shown it again: no folders, no control characters, 200 characters at most. */
export function plainName(fileName: string): string {
  const name = fileName.split(/[\\/]/).at(-1) ?? ''
  const plain = name.replaceAll(/[\p{Cc}\p{Cf}]/gu, '').trim()
  return plain.length <= 200 ? plain : plain.slice(-200)
}
