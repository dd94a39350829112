import { z } from 'zod'
import { MAX_CODE_LENGTH } from '#domain/kernel/short-code.ts'
import { requiredLine } from '#api/contracts/input.ts'

/** POST and PUT of a category (E181, E182; spec, validations: a code has at most 5 characters). */
export const CategoryBody = z.strictObject({
  category_name: requiredLine(200, 'A category name is required'),
  category_code: requiredLine(MAX_CODE_LENGTH, 'A category code is required').regex(
    /^\S*$/,
    'Use a code without blanks',
  ),
})
export type CategoryBody = z.infer<typeof CategoryBody>
