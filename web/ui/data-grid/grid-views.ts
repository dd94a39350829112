import { useState } from 'react'

export type Density = 'compact' | 'normal' | 'roomy'

/** How one column stands: shown or not, and its width when someone set it. The order is the array's. */
export type ColumnLayout = { readonly field: string; readonly hide: boolean; readonly width?: number }

/** A named arrangement: columns, and the filter as a query string (without the search text, which may name a person). */
export type SavedView = { readonly name: string; readonly columns: readonly ColumnLayout[]; readonly query: string }

export type GridLayout = {
  readonly density: Density
  /** Empty: as the screen has it. */
  readonly columns: readonly ColumnLayout[]
  readonly views: readonly SavedView[]
  /** Whether the CSV has each date in ISO 8601 too; as the spec alone when left out. */
  readonly isoDates?: boolean
}

const fresh: GridLayout = { density: 'normal', columns: [], views: [] }

function isLayout(value: unknown): value is GridLayout {
  return (
    typeof value === 'object' &&
    value !== null &&
    'density' in value &&
    ['compact', 'normal', 'roomy'].includes(String(value.density)) &&
    'columns' in value &&
    Array.isArray(value.columns) &&
    'views' in value &&
    Array.isArray(value.views)
  )
}

/** Reads a kept layout; anything that is not one gives the screen's own. */
export function parseLayout(text: string | null): GridLayout {
  if (text === null) return fresh
  try {
    const value: unknown = JSON.parse(text)
    return isLayout(value) ? value : fresh
  } catch {
    return fresh
  }
}

/** The filter of an address as a view keeps it. */
export function viewQuery(search: string): string {
  const params = new URLSearchParams(search)
  for (const name of ['search', 'print', 'as_of']) params.delete(name)
  return params.toString()
}

/** The layout of one person's grid, kept in this browser. */
export function useGridLayout(person: string, grid: string) {
  const key = `chf.grid.${person}.${grid}`
  const [layout, setLayout] = useState(() => parseLayout(localStorage.getItem(key)))
  const change = (patch: Partial<GridLayout>) => {
    setLayout((old) => {
      const next = { ...old, ...patch }
      localStorage.setItem(key, JSON.stringify(next))
      return next
    })
  }
  return { layout, change }
}
