import { z } from 'zod'
import { wholeNumber } from './whole-number.ts'

const Part = wholeNumber(0, 10_000)

/** How a payment is shared, in basis points (10,000 = 100 %). */
export const BasisPoints = z.object({ coe: Part, bank: Part, manufacturer: Part, emge: Part })
