/** So many of one drug no hospital has; a larger number is a slip of the finger. */
export const MAX_STOCK = 10_000_000
