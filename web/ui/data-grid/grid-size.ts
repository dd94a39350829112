import type { GridLayout } from './grid-views.ts'

/** Pixels of a row. */
export const ROW_HEIGHTS = { compact: 28, normal: 36, roomy: 44 } as const
export const HEADER_HEIGHT = 40
/** Pixels of the column of boxes. */
export const SELECTION_WIDTH = 48

const LEAST_HEIGHT = 200
/** Of the page, for what stands above and below a grid. */
const AROUND = 330

const heightOf = (lines: number, density: GridLayout['density']) => HEADER_HEIGHT + lines * ROW_HEIGHTS[density] + 24

/** How high the box of so many lines stands on the page, in CSS. */
export const gridHeight = (lines: number, density: GridLayout['density']): string =>
  `max(${LEAST_HEIGHT}px, min(${heightOf(lines, density)}px, 100vh - ${AROUND}px))`

/** Whether so many lines are higher than their box on this page, and scroll within it. */
export const scrollsIn = (lines: number, density: GridLayout['density']): boolean =>
  heightOf(lines, density) > Math.max(LEAST_HEIGHT, window.innerHeight - AROUND)

/** Pixels at the right of rows that scroll, which their scrollbar lies over. */
export const ROWS_SCROLLBAR = 16

/** Of the column with the numbers of the rows. */
export const NUMBER_WIDTH = 64
