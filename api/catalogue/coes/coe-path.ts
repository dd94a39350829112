import { z } from 'zod'
import { SHOWS_COES } from '#api/catalogue/shows.ts'
import { Key } from '#api/contracts/input.ts'

/** The hospital that an address is about, by its id. */
export const CoePath = z.object({ id: Key })

/** What every change of a hospital is: for who administers them all. */
export const CHANGES_COE = {
  tag: 'Hospitals',
  permission: 'CREATE_COE',
  scope: 'all',
  params: CoePath,
  shows: SHOWS_COES,
} as const
