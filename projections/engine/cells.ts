import type { Cell } from '#projections/read-model.ts'

/** The SQL types that a column may have. */
export const BASES = [
  'bigint',
  'int',
  'integer',
  'smallint',
  'numeric',
  'double precision',
  'boolean',
  'text',
  'text[]',
  'date',
  'timestamptz',
  'jsonb',
] as const
export type BaseType = (typeof BASES)[number]

const DAY = /^\d{4}-\d\d-\d\d$/

/**
 * A cell exactly as Postgres would give it back, so that a row folded in memory and a row read from its table are the
 * same to every fold. Throws a TypeError or RangeError for what the column cannot hold.
 */
export function normalCell(base: BaseType, value: unknown): Cell {
  if (value === null || value === undefined) return null
  switch (base) {
    case 'bigint':
      if (typeof value === 'number' && Number.isSafeInteger(value)) return value
      break
    case 'int':
    case 'integer':
      if (typeof value === 'number' && value === (value | 0)) return value
      break
    case 'smallint':
      if (typeof value === 'number' && value === (value << 16) >> 16) return value
      break
    case 'numeric':
      if (typeof value === 'bigint') return value
      break
    case 'double precision':
      if (typeof value === 'number' && Number.isFinite(value)) return value
      break
    case 'boolean':
      if (typeof value === 'boolean') return value
      break
    case 'text':
      if (typeof value === 'string') return value
      break
    case 'date':
      if (typeof value === 'string' && DAY.test(value)) return value
      break
    case 'timestamptz':
      if (typeof value === 'string') return value.length === 24 && value.endsWith('Z') ? value : isoTime(value)
      break
    case 'text[]':
      if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value
      break
    case 'jsonb':
      return value as Cell
  }
  throw new TypeError(
    `A column of type ${base} cannot hold ${typeof value === 'bigint' ? value : JSON.stringify(value)}`,
  )
}

function isoTime(text: string): string {
  const time = Date.parse(text)
  if (Number.isNaN(time)) throw new RangeError(`${text} is not a time`)
  return new Date(time).toISOString()
}

/** The type of the array that carries a column's values into a statement: what unnest could not take apart goes as text. */
export const carrierOf = (base: BaseType): string => (base === 'text[]' || base === 'jsonb' ? 'text' : base)

/** A cell as an element of its carrier array. */
export function carried(base: BaseType, cell: Cell): string | number | bigint | boolean | null {
  if (cell === null) return null
  if (base === 'jsonb') return JSON.stringify(cell)
  if (base === 'text[]') return arrayLiteral(cell)
  return typeof cell === 'object' ? JSON.stringify(cell) : cell
}

const SPECIAL = /[\\\n\r\t]/
const ALL_SPECIAL = /[\\\n\r\t]/g
const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** A cell as COPY's text format has it. */
export function copied(base: BaseType, cell: Cell): string {
  if (cell === null) return '\\N'
  if (typeof cell === 'number' || typeof cell === 'bigint' || typeof cell === 'boolean') return String(cell)
  if (typeof cell === 'string' && (base === 'timestamptz' || base === 'date')) return cell
  const text = String(carried(base, cell))
  return SPECIAL.test(text) ? text.replace(ALL_SPECIAL, (character) => escapes[character] ?? character) : text
}

function arrayLiteral(cell: Cell): string {
  const items = Array.isArray(cell) ? cell : []
  return `{${items.map((item) => `"${String(item).replace(/["\\]/g, '\\$&')}"`).join(',')}}`
}
