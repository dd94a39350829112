import type { GridLayout } from './grid-views.ts'

/** Pixels of a row. */
export const ROW_HEIGHTS = { compact: 28, normal: 36, roomy: 44 } as const
export const HEADER_HEIGHT = 40
/** Pixels of the column of boxes. */
export const SELECTION_WIDTH = 48

/** How high the box of so many lines stands on the page, in CSS. */
export const gridHeight = (lines: number, density: GridLayout['density']): string =>
  `max(200px, min(${HEADER_HEIGHT + lines * ROW_HEIGHTS[density] + 24}px, 100vh - 330px))`

/** Of the column with the numbers of the rows. */
export const NUMBER_WIDTH = 64
