import { z } from 'zod'
import { MAX_COUNT } from '#domain/kernel/whole-number.ts'
import { chosen, digits, Key, nairaTyped, requiredLine, shortCode } from '#api/contracts/input.ts'

/** What one of something costs, as it is sent. */
export const Price = nairaTyped('A price is required').describe('In naira')

/** POST and PUT of a service (E187, E188; spec, validations: a code has at most 5 characters, a price is a number). */
export const ServiceBody = z.strictObject({
  parent_id: z
    .preprocess((value) => (value === '' ? undefined : value), Key.nullish())
    .optional()
    .describe('The parent service; none where it has no parent'),
  service_name: requiredLine(200, 'A service name is required'),
  price: Price,
  service_category_id: chosen('Choose a category'),
  service_code: shortCode('A service code is required'),
})

/** A price alone: a hospital's own (E190, E191), or one that is planned. */
export const PriceBody = z.strictObject({
  price: Price,
  revision: digits(0, MAX_COUNT).optional().describe('As the service was read; left out, whatever has changed since'),
})
