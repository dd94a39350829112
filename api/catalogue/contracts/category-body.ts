import { z } from 'zod'
import { requiredLine, shortCode } from '#api/contracts/input.ts'

/** POST and PUT of a category (E181, E182; spec, validations: a code has at most 5 characters). */
export const CategoryBody = z.strictObject({
  category_name: requiredLine(200, 'A category name is required'),
  category_code: shortCode('A category code is required'),
})
export type CategoryBody = z.infer<typeof CategoryBody>
