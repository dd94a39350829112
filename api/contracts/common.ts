import { z } from 'zod'

/** Naira as clients see it: a string with two decimals, `"1250000.00"`; may be negative. Inside, money is whole kobo. */
export const NairaText = z
  .string()
  .max(24)
  .regex(/^-?\d+\.\d{2}$/, 'Must be naira with two decimals, such as 1250000.00')

/** What every refused request answers. 422 adds the fields; 400 may carry several messages. */
export const ErrorBody = z.object({
  message: z.union([z.string(), z.array(z.string())]),
  errors: z.record(z.string(), z.array(z.string())).optional(),
})
export type ErrorBody = z.infer<typeof ErrorBody>

/** An answer with one thing in it. */
export const one = <T extends z.ZodType>(item: T) => z.object({ data: item })
