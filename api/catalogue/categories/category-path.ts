import { z } from 'zod'
import { digits, Key } from '#api/contracts/input.ts'
import { MAX_COUNT } from '#domain/kernel/whole-number.ts'

/** The path of one category. */
export const CategoryPath = z.object({ id: digits(1, MAX_COUNT) })

/** The path of a role of a category. */
export const CategoryRolePath = CategoryPath.extend({ roleId: Key })
