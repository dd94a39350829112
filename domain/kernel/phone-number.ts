import { z } from 'zod'

/** What is said of a number that is none. */
export const PHONE = 'Phone number must be 11 digits'
/** How many it has. */
export const PHONE_DIGITS = 11

/** A phone number as it is dialled in Nigeria: eleven digits (spec, validations.tsv, profile edit). */
export const PhoneNumber = z.string(PHONE).regex(/^\d{11}$/, PHONE)
export type PhoneNumber = z.infer<typeof PhoneNumber>
