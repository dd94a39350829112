import { z } from 'zod'
import { Key } from '#api/contracts/input.ts'

/** The hospital that an address is about, by its id. */
export const CoePath = z.object({ id: Key })
