import { z } from 'zod'

/** The largest number that a read model's integer column holds. */
export const MAX_COUNT = 2_147_483_647

/** A whole number between two bounds, both included; `what` is how people call it. */
export const wholeNumber = (min: number, max: number, what = 'This') =>
  z
    .int(`${what} must be a whole number`)
    .min(min, `${what} must be at least ${min}`)
    .max(max, `${what} must be at most ${max}`)

/** How many of something, or which in a row. */
export const Count = wholeNumber(0, MAX_COUNT)
