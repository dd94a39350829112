import { z } from 'zod'
import { text } from '#domain/kernel/text.ts'

/** POST /api/search: a CHF id, the number of a bill, a payment or an invoice, or part of a hospital's name. In the body: it may name a person. */
export const SearchBody = z.strictObject({ text: text(120).trim().min(2, 'Type at least two characters') })

/** What was found within reach, of the kinds that the caller may open: each with the id that its screen goes by. */
export const SearchAnswer = z.object({
  data: z.array(
    z.object({
      kind: z.enum(['patient', 'transaction', 'payment', 'invoice', 'hospital', 'wallet']),
      id: z.string().describe('Of a wallet its account'),
      title: z.string(),
      note: z.string().describe('What tells it from others: a name, a hospital'),
    }),
  ),
})
export type SearchAnswer = z.infer<typeof SearchAnswer>
export type Found = SearchAnswer['data'][number]
