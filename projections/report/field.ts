/** How a field is written on screens and in CSV: money as `1234567.00`, hours
 * (whole working minutes) as `13.50`, days as d-m-yyyy in Lagos, flags as Yes and No. */
export type FieldKind = 'text' | 'code' | 'status' | 'naira' | 'count' | 'hours' | 'day' | 'instant' | 'flag'

/**
 * One field of a report, as plain data. Everything that shows it derives from this: the row of the contract, the sorting
 * and the totals of the server, the CSV, and the column of the grid (docs/decisions/0022-rooms.md).
 */
export type Field = {
  /** As the spec has it, without the unit of its kind: `headingOf` adds that. */
  readonly heading: string
  readonly kind: FieldKind
  /** Whether a row may be without it. */
  readonly nullable?: boolean
  /** Where it stands in a row of the answer: the spec's name, with dots between its parts; its own when left out. */
  readonly as?: string
  /** The values that there are, where they can be told. */
  readonly oneOf?: readonly string[]
  /** What people read instead of a value. */
  readonly words?: Readonly<Record<string, string>>
  /** May be sorted by: there is an index that begins with it, and no row is without it. */
  readonly sortable?: boolean
  /** Its sum over the whole filtered result is shown; only for naira, count and hours. */
  readonly total?: boolean
  /** In the rows alone: neither a column of the grid nor of the CSV. */
  readonly unlisted?: boolean
  /** Pixels in a grid; without it the column takes what its kind needs, and text the room that is left. */
  readonly width?: number
  /** Over two lines in a grid: one would cut off what tells its values apart. */
  readonly wraps?: boolean
  /** A grid begins without it; its column chooser has it. The CSV has every column of the chooser. */
  readonly hidden?: boolean
  /** For whoever reads the API's description. */
  readonly about?: string
}

/** The fields of a report by their names in its rows, in the order of its columns. */
export type Fields = Readonly<Record<string, Field>>

const UNITS: Partial<Record<FieldKind, string>> = { naira: 'NGN', hours: 'h' }

/** The heading of a column with its unit, of the grid and of its CSV alike: 'Total (NGN)', 'Oldest (h)'. */
export function headingOf({ heading, kind }: Pick<Field, 'heading' | 'kind'>): string {
  const unit = UNITS[kind]
  return unit === undefined ? heading : `${heading} (${unit})`
}

/** Whether a field is a column, of the grid and of its CSV alike. */
export const isListed = ({ unlisted }: Field): boolean => unlisted !== true

/** What a list may say differently of a field that several lists show. */
type Shown = Partial<Pick<Field, 'heading' | 'width' | 'wraps' | 'hidden'>>

/** All fields of a report, some of them unlisted. */
export type Chosen<F extends Fields> = { readonly [K in keyof F]: Field }

/** The same fields in a list's own choice and order, some in its own words; those not chosen are in its rows alone. */
export function choose<F extends Fields>(fields: F, choice: { readonly [K in keyof F]?: Shown }): Chosen<F> {
  const chosen = Object.entries<Shown | undefined>(choice).map(([id, own]) => [id, { ...fields[id], ...own }] as const)
  const others = Object.entries(fields).filter(([id]) => !(id in choice))
  const rest = others.map(([id, field]) => [id, { ...field, unlisted: true }] as const)
  return Object.fromEntries([...chosen, ...rest]) as Chosen<F>
}
